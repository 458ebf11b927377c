/// The texts of `--help`, made from the commands themselves.
enum Help {
    static func general(_ commands: [Command]) -> String {
        """
        Storefront sells in-app products for many apps from one codebase.

        usage: storefront COMMAND [APP] [options]

        commands:
        \(list(commands.map { ($0.name, $0.summary) }))

        options of every command:
        \(options(Option.everywhere))

        exit status: 0 done, 1 the answer is no, 2 wrong usage, 3 something outside failed

        example:
          storefront products scanner

        `storefront COMMAND --help` says more.

        """
    }

    static func group(_ group: String, _ commands: [Command]) -> String {
        let actions = commands.filter { $0.group == group }
        return """
            usage: storefront \(group) ACTION [options]

            actions:
            \(list(actions.map { ($0.name, $0.summary) }))

            example:
              \(actions.first?.example ?? "")

            """
    }

    static func command(_ command: Command) -> String {
        var parts = ["\(capitalised(command.summary)).", "usage: \(usage(command))"]
        if let details = command.details { parts.append(details) }
        if !command.positionals.isEmpty {
            parts.append("arguments:\n" + list(command.positionals.map { ($0.name, $0.summary) }))
        }
        if !command.options.isEmpty { parts.append("options:\n" + options(command.options)) }
        parts.append("options of every command:\n" + options(Option.everywhere))
        parts.append("example:\n  \(command.example)\n")
        return parts.joined(separator: "\n\n")
    }

    static func usage(_ command: Command) -> String {
        let required = command.options.filter(\.isRequired).map(\.usage)
        let rest = command.options.allSatisfy(\.isRequired) ? [] : ["[options]"]
        return (["storefront", command.name] + command.positionals.map(\.usage) + required + rest)
            .joined(separator: " ")
    }

    private static func options(_ options: [Option]) -> String {
        list(
            options.map { option in
                var summary = option.summary
                if case .choice(let choices) = option.completion { summary += ": \(choices.joined(separator: ", "))" }
                return (option.usage, option.isRequired ? "\(summary) (required)" : summary)
            })
    }

    private static func list(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, text in
            "  \(name)\(String(repeating: " ", count: width - name.count + 2))\(text)"
        }.joined(separator: "\n")
    }

    private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
