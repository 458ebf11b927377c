/// One command as data: the parser, the help and the completions are made from it.
struct Command: Sendable {
    /// One word, or two for an action of a group: `sandbox advance`.
    var name: String
    /// One line, without a full stop.
    var summary: String
    /// What the options alone do not say.
    var details: String?
    /// A line that works as typed.
    var example: String
    var positionals: [Positional] = []
    var options: [Option] = []
    var run: @Sendable (Session) async throws -> ExitStatus

    init(
        _ name: String, summary: String, details: String? = nil, example: String, positionals: [Positional] = [],
        options: [Option] = [], run: @escaping @Sendable (Session) async throws -> ExitStatus
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.example = example
        self.positionals = positionals
        self.options = options
        self.run = run
    }

    /// The word that others may share with it.
    var group: String { String(name.prefix { $0 != " " }) }

    /// Its own options, then those of every command.
    var allOptions: [Option] { options + Option.everywhere }
}

/// A word that stands by its place.
struct Positional: Sendable, Equatable {
    enum Count: Sendable {
        case one
        case optional
        case any
    }

    /// In capitals, as help shows it.
    var name: String
    var count: Count = .one
    var summary: String
    var completion: Completion = .none

    /// As a line of usage shows it.
    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .any: "[\(name)...]"
        }
    }
}

/// Something named with two dashes.
struct Option: Sendable, Equatable {
    /// Without the dashes.
    var name: String
    /// What its value is called in help; nil for a flag.
    var value: String?
    var isRequired = false
    var summary: String
    var completion: Completion = .none

    init(
        _ name: String, value: String? = nil, required: Bool = false, summary: String, completion: Completion = .none
    ) {
        self.name = name
        self.value = value
        isRequired = required
        self.summary = summary
        self.completion = completion
    }

    /// As help shows it.
    var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}

/// What a shell may offer in a place, and what the parser accepts there.
enum Completion: Sendable, Equatable {
    case none
    /// A folder's name under `--apps`.
    case app
    case file
    case folder
    /// One of these and nothing else.
    case choice([String])
}

extension Option {
    static let apps = Option(
        "apps", value: "DIR", summary: "where the manifests are (default: apps, or $STOREFRONT_APPS)",
        completion: .folder)
    static let data = Option(
        "data", value: "DIR", summary: "where backends keep their files (default: .storefront, or $STOREFRONT_DATA)",
        completion: .folder)
    static let json = Option("json", summary: "one JSON document on standard output")
    static let quiet = Option("quiet", summary: "results and errors only")
    static let noColor = Option("no-color", summary: "no colours (also: $NO_COLOR)")
    static let help = Option("help", summary: "this help")
    static let version = Option("version", summary: "the program's version")

    static let everywhere = [apps, data, json, quiet, noColor, help, version]

    static let customer = Option("customer", value: "ID", required: true, summary: "whose")
    static let anyCustomer = Option("customer", value: "ID", summary: "of this customer only")
}

extension Positional {
    static let app = Positional(
        name: "APP", summary: "an app's id, or its folder's name", completion: .app)
}
