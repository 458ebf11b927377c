import Glibc
import Storefront

/// How a command ended; part of the contract.
enum ExitStatus: Int32, Sendable {
    case done = 0
    /// The answer is no.
    case no = 1
    case usage = 2
    /// Something outside failed.
    case outside = 3
}

/// One run of one command: what was asked, and where answers go.
struct Session: Sendable {
    let arguments: Arguments
    let environment: [String: String]
    let output: Output
    let errors: Output

    var wantsJSON: Bool { arguments.has(.json) }
    var isQuiet: Bool { arguments.has(.quiet) }
    var appsFolder: String { arguments[.apps] ?? variable("STOREFRONT_APPS") ?? "apps" }
    var dataFolder: String { arguments[.data] ?? variable("STOREFRONT_DATA") ?? ".storefront" }

    /// An empty folder name would mean the root, or nothing at all.
    func checkFolders() throws {
        for option in [Option.apps, .data] where arguments[option]?.isEmpty == true {
            throw UsageError("--\(option.name) is empty; it takes a folder")
        }
    }

    /// An environment variable; one that is empty counts as not set.
    func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func hasColour(_ stream: Output) -> Bool {
        stream.isTerminal && !arguments.has(.noColor) && variable("NO_COLOR") == nil
    }

    // MARK: Answers

    /// The document of `--json`: on one line, or laid out where a person looks.
    func print(json: JSON) {
        output.writeLine(output.isTerminal ? json.prettyText : json.text)
    }

    func print(_ line: String) { output.writeLine(printable(line)) }

    func print(_ table: Table) { output.write(table.text(emphasis: hasColour(output) ? "1" : nil)) }

    // MARK: Beside the answer

    /// A hint or a warning, which `--quiet` leaves out.
    func note(_ line: String) {
        guard !isQuiet else { return }
        output.flush()
        errors.writeLine(printable(line))
        errors.flush()
    }

    func warn(_ message: String) { note("\(paint("warning:", "35")) \(message)") }

    /// A failure in words.
    func fail(_ error: StorefrontError) {
        output.flush()
        // A message of several lines is one of several faults; each line is made printable by itself.
        let lines = error.message.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }
        let message = "\(error.title): \(lines.joined(separator: "\n")) [\(error.code.rawValue)]"
        errors.writeLine("\(paint("error:", "31")) \(message)")
        if !error.recovery.isEmpty { errors.writeLine("  \(printable(error.recovery))") }
        errors.flush()
    }

    private func paint(_ text: String, _ code: String) -> String {
        hasColour(errors) ? "\u{1B}[1;\(code)m\(text)\u{1B}[0m" : text
    }
}

extension StorefrontError {
    /// As `--json` tells a failure.
    var json: JSON {
        [
            "code": .string(code.rawValue), "title": .string(title), "message": .string(message),
            "recovery": .string(recovery),
        ]
    }

    /// The status a command ends with that this error stopped.
    var exitStatus: ExitStatus {
        switch code {
        case .storageUnavailable, .storeUnavailable: .outside
        case .invalidRequest, .unknownApp: .usage
        default: .no
        }
    }
}
