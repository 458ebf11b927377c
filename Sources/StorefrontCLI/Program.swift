import Glibc
import Storefront

/// The program around the commands: takes the line apart, runs one command, tells how it failed.
struct Program {
    static let version = "0.1.0"

    let commands: [Command]
    let environment: [String: String]
    let output: Output
    let errors: Output

    /// What a command line comes to.
    enum Beginning {
        case ended(ExitStatus)
        case run(Command, Session)
    }

    /// Answers what needs no command: help, the version, a line that is wrong.
    func begin(_ words: [String]) -> Beginning {
        var parser = ArgumentParser(commands: commands)
        do {
            if let broken = words.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
                throw UsageError("\"\(broken)\" is not UTF-8")
            }
            switch try parser.parse(words) {
            case .version: output.writeLine("storefront \(Self.version)")
            case .generalHelp: output.write(Help.general(commands))
            case .groupHelp(let group): output.write(Help.group(group, commands))
            case .help(let command): output.write(Help.command(command))
            case .run(let command, let arguments): return .run(command, session(arguments))
            }
            return .ended(.done)
        } catch {
            var arguments = Arguments()
            if ArgumentParser.wantsJSON(words) { arguments.options[Option.json.name] = "" }
            return .ended(tell(error, session(arguments)))
        }
    }

    func run(_ command: Command, _ session: Session) async -> ExitStatus {
        do {
            try session.checkFolders()
            return try await command.run(session)
        } catch var error as UsageError {
            error.command = error.command ?? command.name
            return tell(error, session)
        } catch {
            return tell(error, session)
        }
    }

    /// The number to exit with, once everything is written.
    func end(_ status: ExitStatus) -> Int32 {
        output.flush()
        errors.flush()
        guard let failure = output.failure else { return status.rawValue }
        errors.writeLine("error: standard output: \(failure)")
        errors.flush()
        return ExitStatus.outside.rawValue
    }

    private func session(_ arguments: Arguments) -> Session {
        Session(arguments: arguments, environment: environment, output: output, errors: errors)
    }

    private func tell(_ error: any Error, _ session: Session) -> ExitStatus {
        let failure = Failure(describing: error)
        if session.wantsJSON { session.print(json: ["status": "failed", "error": failure.error.json]) }
        session.fail(failure.error)
        return failure.status
    }
}

/// What stopped a command, as it is told, and the status it ends with.
struct Failure: Error {
    var error: StorefrontError
    var status: ExitStatus

    init(_ error: StorefrontError, status: ExitStatus? = nil) {
        self.error = error
        self.status = status ?? error.exitStatus
    }

    init(describing error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as StorefrontError: self.init(error)
        case let error as UsageError:
            let help = ["storefront", error.command, "--help"].compactMap(\.self).joined(separator: " ")
            let recovery = error.suggestion.map { "Did you mean \($0)?" } ?? "See \(help)."
            self.init(StorefrontError(.invalidRequest, error.message, recovery: recovery), status: .usage)
        case StoreError.unreachable(let reason), StoreError.noAnswer(let reason):
            self.init(StorefrontError(.storeUnavailable, reason))
        default: self.init(StorefrontError(.storageUnavailable, String(describing: error)), status: .outside)
        }
    }
}
