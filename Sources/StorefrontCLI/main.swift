import Glibc

// A reader that leaves (`| head`) must not end a purchase half way: its absence is seen by write(2) instead.
signal(SIGPIPE, SIG_IGN)

let program = Program(
    commands: Command.all, environment: processEnvironment(),
    output: Output(descriptor: STDOUT_FILENO), errors: Output(descriptor: STDERR_FILENO))
exit(await program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
