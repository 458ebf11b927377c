import Storefront
import Testing

@testable import StorefrontCLI

private let commands = [
    Command(
        "buy", summary: "buys", example: "storefront buy app",
        positionals: [.app, Positional(name: "PRODUCT", count: .optional, summary: "what")],
        options: [
            Option("customer", value: "ID", required: true, summary: "who"),
            Option("outcome", value: "O", summary: "how", completion: .choice(["success", "pending"])),
            Option("dry-run", summary: "only says"),
        ]
    ) { _ in .done },
    Command(
        "check", summary: "checks", example: "storefront check",
        positionals: [
            Positional(name: "PATH", count: .any, summary: "where")
        ]
    ) { _ in .done },
    Command("send", summary: "sends", example: "storefront send app", positionals: [.app]) { _ in .done },
    Command("send retry", summary: "again", example: "storefront send retry app", positionals: [.app]) { _ in .done },
    Command("box open", summary: "opens", example: "storefront box open app", positionals: [.app]) { _ in .done },
]

private func parse(_ line: String) throws -> Invocation {
    var parser = ArgumentParser(commands: commands)
    return try parser.parse(line.split(separator: " ").map(String.init))
}

private func run(_ line: String) throws -> (name: String, arguments: Arguments)? {
    guard case .run(let command, let arguments) = try parse(line) else { return nil }
    return (command.name, arguments)
}

private func fault(_ line: String) -> UsageError? {
    #expect(throws: UsageError.self, "\(line)") { try parse(line) }
}

@Suite("A command line")
struct ArgumentParserTests {
    @Test(
        "options stand anywhere, with a blank or an equals sign before their value",
        arguments: [
            "buy app coins --customer ada --json", "--json buy --customer=ada app coins",
            "buy --json app --customer ada coins", "buy --json --customer ada -- app coins",
        ])
    func orders(_ line: String) throws {
        let found = try #require(try run(line))
        #expect(found.name == "buy")
        #expect(found.arguments.options == ["customer": "ada", "json": ""])
        #expect(found.arguments.positionals == ["APP": ["app"], "PRODUCT": ["coins"]])
    }

    @Test("a value behind an equals sign may look like an option, hold another one, or be empty")
    func inlineValues() throws {
        #expect(try run("buy app --customer=--json")?.arguments["customer"] == "--json")
        #expect(try run("buy app --customer=a=b")?.arguments["customer"] == "a=b")
        #expect(try run("buy app --customer=")?.arguments["customer"] == "")
    }

    @Test("a negative number is a word, and everything behind two dashes is")
    func words() throws {
        #expect(try run("check -5 - -- --json --")?.arguments.all("PATH") == ["-5", "-", "--json", "--"])
    }

    @Test("an action of a group is two words, also where the first is a command of its own")
    func groups() throws {
        #expect(try run("box open app")?.name == "box open")
        #expect(try run("box --json open app")?.arguments.options == ["json": ""])
        #expect(try run("send app")?.name == "send")
        #expect(try run("send retry app")?.name == "send retry")
        #expect(try run("send -- retry")?.name == "send")
        #expect(try run("send --json -- retry")?.arguments.positionals == ["APP": ["retry"]])
    }

    @Test(
        "what is wrong is named, and what was probably meant",
        arguments: [
            ("", "which command?", nil),
            ("byu app", "there is no command \"byu\"", "storefront buy"),
            ("box opne app", "box has no \"opne\"; it has: open", "storefront box open"),
            ("box", "box what? It has: open", nil),
            ("buy app --custmer ada", "buy has no option --custmer", "--customer"),
            ("buy app --customer", "--customer needs a value: --customer ID", nil),
            ("buy app --customer --json", "--customer needs a value: --customer ID", nil),
            ("buy app", "--customer is missing", nil),
            ("buy --customer ada", "APP is missing", nil),
            ("buy app a b --customer ada", "\"b\" is one word too many", nil),
            ("buy app --customer a --customer a", "--customer is given twice", nil),
            ("buy app --json --json --customer a", "--json is given twice", nil),
            ("buy app --customer a --dry-run=yes", "--dry-run takes no value", nil),
            ("buy app --customer a --outcome pendin", "--outcome takes one of: success, pending", "pending"),
            ("--customer ada buy app", "--customer comes behind the command it belongs to", nil),
            ("buy app --customer ada -x", "buy has no option -x", nil),
        ] as [(String, String, String?)])
    func faults(_ line: String, _ message: String, _ suggestion: String?) throws {
        let error = try #require(fault(line))
        #expect(error.message == message)
        #expect(error.suggestion == suggestion)
    }

    @Test(
        "help is asked for in every way people ask",
        arguments: ["buy --help", "buy -h", "help buy", "--help buy", "buy app --help", "buy --help --customer a"])
    func help(_ line: String) throws {
        guard case .help(let command) = try parse(line) else {
            Issue.record("no help on \(line)")
            return
        }
        #expect(command.name == "buy")
    }

    @Test("help on everything, on a group, and the version need no command")
    func otherHelp() throws {
        guard case .generalHelp = try parse("--help"), case .generalHelp = try parse("help"),
            case .groupHelp("box") = try parse("box --help"), case .groupHelp("box") = try parse("help box"),
            case .version = try parse("--version"), case .version = try parse("buy --version")
        else {
            Issue.record("help or version was taken for something else")
            return
        }
    }

    @Test(
        "a whole number is decimal digits that fit 64 bits",
        arguments: ["", "+1", "1.0", "0x10", "1e3", " 1", "9223372036854775808", "--1", "-", "٣"])
    func integers(_ text: String) throws {
        #expect(throws: UsageError.self) { try Arguments.integer(text, of: "N") }
        #expect(try Arguments.integer("-9223372036854775808", of: "N") == .min)
    }
}

@Suite("The list of commands")
struct CommandListTests {
    @Test("every name is there once, and every command has a help with its example")
    func helps() {
        #expect(Set(Command.all.map(\.name)).count == Command.all.count)
        for command in Command.all {
            let help = Help.command(command)
            #expect(help.contains("\n  \(command.example)\n"))
            #expect(help.contains("usage: storefront \(command.name)"))
        }
    }

    @Test("every example is a line that the parser takes for its own command", arguments: Command.all.map(\.name))
    func examples(_ name: String) throws {
        let command = try #require(Command.all.first { $0.name == name })
        let line = command.example.prefix { $0 != ">" }
        var words: [String] = []
        for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
        #expect(words.first == "storefront")
        var parser = ArgumentParser(commands: Command.all)
        guard case .run(let found, _) = try parser.parse(Array(words.dropFirst())) else {
            Issue.record("\(command.example) is no call of \(name)")
            return
        }
        #expect(found.name == name)
    }

    @Test("no option or place of a command has the name of another in it")
    func names() {
        for command in Command.all {
            let options = command.allOptions.map(\.name)
            #expect(Set(options).count == options.count)
            #expect(Set(command.positionals.map(\.name)).count == command.positionals.count)
        }
    }
}
