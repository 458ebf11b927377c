import Dispatch
import Glibc

// A reader that leaves (`| head`) must not end a purchase half way: its absence is seen by write(2) instead.
signal(SIGPIPE, SIG_IGN)
Interruption.unblock()

let program = Program(
    commands: Command.all, environment: processEnvironment(),
    output: Output(descriptor: STDOUT_FILENO), errors: Output(descriptor: STDERR_FILENO))

switch program.begin(Array(CommandLine.arguments.dropFirst())) {
case .ended(let status): exit(program.end(status))
case .run(let command, let session):
    // Not an asynchronous main: that would start threads for `--version` too.
    Task.detached { exit(program.end(await program.run(command, session))) }
    DispatchSemaphore(value: 0).wait()
}
