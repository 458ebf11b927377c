import Storefront

/// What a command line asks for.
enum Invocation: Sendable {
    case run(Command, Arguments)
    /// Help on one command, on a group of them, or on all.
    case help(Command)
    case groupHelp(String)
    case generalHelp
    case version
}

/// Takes a command line apart by a list of commands.
struct ArgumentParser {
    let commands: [Command]

    private var words: [String] = []
    private var index = 0
    private var arguments = Arguments()
    private var free: [String] = []
    private var onlyPositionals = false

    init(commands: [Command]) {
        self.commands = commands
    }

    /// - Parameter words: Without the program's name.
    mutating func parse(_ words: [String]) throws -> Invocation {
        self = ArgumentParser(commands: commands)
        self.words = words
        let wanted = try commandName()
        if arguments.has(.version) { return .version }
        guard let command = wanted.command else {
            guard let group = wanted.group else {
                if arguments.has(.help) { return .generalHelp }
                throw UsageError("which command?")
            }
            if arguments.has(.help) { return .groupHelp(group) }
            throw UsageError("\(group) what? It has: \(actions(of: group).joined(separator: ", "))", command: group)
        }
        do {
            while index < words.count { try takeNext(of: command) }
            if arguments.has(.help) { return .help(command) }
            if arguments.has(.version) { return .version }
            try place(for: command)
        } catch var error as UsageError {
            error.command = command.name
            throw error
        }
        return .run(command, arguments)
    }

    /// Whether the words so far ask for JSON: failures of the parser itself are told the same way.
    static func wantsJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains("--json")
    }

    // MARK: The command

    private mutating func commandName() throws -> (command: Command?, group: String?) {
        guard let first = try nextWord() else { return (nil, nil) }
        if first == "help" { return try helpWords() }
        let group = commands.filter { $0.group == first && $0.name != first }
        let single = commands.first { $0.name == first }
        if group.isEmpty {
            guard let single else { throw unknownCommand(first) }
            return (single, nil)
        }
        let mark = index
        let rest = arguments
        if !onlyPositionals, single == nil || !(index < words.count && words[index].hasPrefix("-")),
            let second = try nextWord()
        {
            let isAction = !onlyPositionals || single == nil
            if isAction, let command = group.first(where: { $0.name == "\(first) \(second)" }) { return (command, nil) }
            guard single != nil else { throw unknownAction(second, of: first) }
            index = mark
            arguments = rest
            onlyPositionals = false
        }
        return (single, single == nil ? first : nil)
    }

    /// `help purchase` is `purchase --help`.
    private mutating func helpWords() throws -> (command: Command?, group: String?) {
        let rest = words[index...].filter { !$0.hasPrefix("-") }
        index = words.count
        arguments.options["help"] = ""
        guard let first = rest.first else { return (nil, nil) }
        let name = rest.prefix(2).joined(separator: " ")
        if let command = commands.first(where: { $0.name == name }) ?? commands.first(where: { $0.name == first }) {
            return (command, nil)
        }
        guard commands.contains(where: { $0.group == first }) else { throw unknownCommand(first) }
        return (nil, first)
    }

    /// The next word that is no option; options of every command before it are taken.
    private mutating func nextWord() throws -> String? {
        while index < words.count {
            let word = words[index]
            if word == "--", !onlyPositionals {
                onlyPositionals = true
                index += 1
            } else if !onlyPositionals, Self.isOption(word) {
                try takeOption(among: Option.everywhere, command: nil)
            } else {
                index += 1
                return word
            }
        }
        return nil
    }

    private func unknownCommand(_ word: String) -> UsageError {
        let known = Set(commands.map(\.name)).union(commands.map(\.group))
        return UsageError(
            "there is no command \"\(word)\"",
            suggestion: nearest(to: word, among: known.sorted()).map { "storefront \($0)" })
    }

    private func unknownAction(_ word: String, of group: String) -> UsageError {
        let known = actions(of: group)
        return UsageError(
            "\(group) has no \"\(word)\"; it has: \(known.joined(separator: ", "))",
            suggestion: nearest(to: word, among: known).map { "storefront \(group) \($0)" }, command: group)
    }

    private func actions(of group: String) -> [String] {
        commands.filter { $0.group == group && $0.name != group }.map { String($0.name.dropFirst(group.count + 1)) }
    }

    // MARK: Options and words

    /// `-5` is a number and `-` is a word.
    private static func isOption(_ word: String) -> Bool {
        guard word.utf8.count > 1, word.hasPrefix("-") else { return false }
        return !(word.utf8.dropFirst().first.map { (48...57).contains($0) } ?? false)
    }

    private mutating func takeNext(of command: Command) throws {
        let word = words[index]
        if word == "--", !onlyPositionals {
            onlyPositionals = true
            index += 1
        } else if !onlyPositionals, Self.isOption(word) {
            try takeOption(among: command.allOptions, command: command.name)
        } else {
            free.append(word)
            index += 1
        }
    }

    private mutating func takeOption(among known: [Option], command: String?) throws {
        let word = words[index]
        index += 1
        let typed = word == "-h" ? "--help" : word
        let equals = typed.firstIndex(of: "=")
        let name = String(typed[..<(equals ?? typed.endIndex)])
        guard let option = known.first(where: { "--\($0.name)" == name }) else {
            throw unknownOption(name, among: known, command: command)
        }
        guard arguments.options[option.name] == nil else {
            throw UsageError("\(name) is given twice")
        }
        arguments.options[option.name] = try value(of: option, inline: equals.map { typed[typed.index(after: $0)...] })
    }

    private mutating func value(of option: Option, inline: Substring?) throws -> String {
        guard let name = option.value else {
            guard inline == nil else { throw UsageError("--\(option.name) takes no value") }
            return ""
        }
        if let inline { return try checked(String(inline), option.completion, "--\(option.name)") }
        guard index < words.count, words[index] != "--", !Self.isOption(words[index]) else {
            throw UsageError("--\(option.name) needs a value: --\(option.name) \(name)")
        }
        index += 1
        return try checked(words[index - 1], option.completion, "--\(option.name)")
    }

    private func unknownOption(_ name: String, among known: [Option], command: String?) -> UsageError {
        let close = nearest(to: String(name.drop { $0 == "-" }), among: known.map(\.name)).map { "--\($0)" }
        if command == nil, commands.contains(where: { $0.options.contains { "--\($0.name)" == name } }) {
            return UsageError("\(name) comes behind the command it belongs to")
        }
        return UsageError("\(command.map { "\($0) has" } ?? "there is") no option \(name)", suggestion: close)
    }

    private func checked(_ text: String, _ completion: Completion, _ what: String) throws -> String {
        guard case .choice(let choices) = completion, !choices.contains(text) else { return text }
        throw UsageError(
            "\(what) takes one of: \(choices.joined(separator: ", "))", suggestion: nearest(to: text, among: choices))
    }

    /// Gives the free words to the positionals, in order.
    private mutating func place(for command: Command) throws {
        var left = free[...]
        for positional in command.positionals {
            let taken = positional.count == .any ? left : left.prefix(1)
            if taken.isEmpty, positional.count == .one {
                throw UsageError("\(positional.name) is missing")
            }
            arguments.positionals[positional.name] = try taken.map {
                try checked($0, positional.completion, positional.name)
            }
            left = left.dropFirst(taken.count)
        }
        if let extra = left.first {
            throw UsageError("\"\(extra)\" is one word too many")
        }
        for option in command.options where option.isRequired && arguments.options[option.name] == nil {
            throw UsageError("--\(option.name) is missing")
        }
    }
}
