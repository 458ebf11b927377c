/// A zsh script that completes the words of a list of commands.
enum ZshCompletions {
    static func script(_ commands: [Command]) -> String {
        var groups: [String] = []
        for command in commands where !groups.contains(command.group) { groups.append(command.group) }
        return """
            #compdef storefront
            # zsh completion for storefront; made by `storefront completions zsh`
            _storefront_apps() {
                local folder=${STOREFRONT_APPS:-apps}
                compadd -- ${folder}/*(N/:t)
            }
            _storefront() {
                local context state line curcontext=$curcontext
                local -a everywhere=(
            \(indented(Option.everywhere.map(spec), by: 8))
                )
                _arguments -C $everywhere '1: :->command' '*:: :->rest' && return
                case $state in
                command)
                    local -a names=(
            \(indented(groups.map { entry(of: $0, commands) }, by: 12))
                    )
                    _describe command names ;;
                rest)
                    case $line[1] in
            \(groups.map { groupCase($0, commands) }.joined(separator: "\n"))
                    esac ;;
                esac
            }
            if [ "$funcstack[1]" = "_storefront" ]; then _storefront "$@"; else compdef _storefront storefront; fi

            """
    }

    private static func entry(of group: String, _ commands: [Command]) -> String {
        let summary = commands.first { $0.name == group }?.summary ?? "\(group) ..."
        return quote("\(group):\(summary)")
    }

    private static func groupCase(_ group: String, _ commands: [Command]) -> String {
        let actions = commands.filter { $0.group == group && $0.name != group }
        let single = commands.first { $0.name == group }
        var lines = ["        \(group))"]
        if !actions.isEmpty {
            lines.append("            case $words[2] in")
            for action in actions {
                let word = action.name.dropFirst(group.count + 1)
                lines.append("            \(word)) shift words; (( CURRENT-- )); \(arguments(of: action)) ; return ;;")
            }
            lines.append("            esac")
            let names = actions.map { quote("\($0.name.dropFirst(group.count + 1)):\($0.summary)") }
            lines.append("            if (( CURRENT == 2 )); then")
            lines.append("                local -a actions=(\(names.joined(separator: " ")))")
            lines.append("                _describe action actions")
            lines.append("            fi")
        }
        if let single { lines.append("            \(arguments(of: single))") }
        return (lines + ["            ;;"]).joined(separator: "\n")
    }

    private static func arguments(of command: Command) -> String {
        let positionals = command.positionals.enumerated().map { place, positional in
            let number = positional.count == .any ? "*" : String(place + 1)
            let colons = positional.count == .optional ? "::" : ":"
            return quote("\(number)\(colons)\(positional.name):\(action(positional.completion))")
        }
        return (["_arguments $everywhere"] + command.options.map(spec) + positionals).joined(separator: " ")
    }

    private static func spec(_ option: Option) -> String {
        let summary = option.summary.map { ["[", "]", ":"].contains($0) ? "\\\($0)" : String($0) }.joined()
        let value = option.value.map { ":\($0):\(action(option.completion))" } ?? ""
        return quote("--\(option.name)\(option.value == nil ? "" : "=")[\(summary)]\(value)")
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .none: " "
        case .app: "_storefront_apps"
        case .file: "_files"
        case .folder: "_files -/"
        case .choice(let choices): "(\(choices.joined(separator: " ")))"
        }
    }

    private static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    private static func indented(_ lines: [String], by count: Int) -> String {
        lines.map { String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
    }
}
