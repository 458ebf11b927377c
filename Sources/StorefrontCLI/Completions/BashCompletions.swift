/// A bash script that completes the words of a list of commands.
enum BashCompletions {
    static func script(_ commands: [Command]) -> String {
        """
        # bash completion for storefront; made by `storefront completions bash`
        _storefront() {
            local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
            local command= group= place=0 index word skip= apps=${STOREFRONT_APPS:-apps}
            COMPREPLY=()
            for ((index = 1; index < COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                if [[ -n $skip ]]; then
                    [[ $skip == --apps ]] && apps=$word
                    skip=
                    continue
                fi
                case $word in
                \(valued(commands).joined(separator: "|"))) skip=$word; continue ;;
                -*) continue ;;
                esac
                if [[ -z $group ]]; then
                    group=$word command=$word
                elif [[ $place == 0 && $command == "$group" ]] && _storefront_is "$group $word"; then
                    command="$group $word"
                else
                    place=$((place + 1))
                fi
            done
            if [[ -n $skip ]]; then
                case $prev in
        \(valueCases(commands))
                esac
                return
            fi
            if [[ -z $command ]]; then
                COMPREPLY=($(compgen -W "\(groups(commands))" -- "$cur"))
                return
            fi
            case $command in
        \(commandCases(commands))
            esac
        }
        _storefront_is() {
            case $1 in
            \(commands.map(\.name).filter { $0.contains(" ") }.map { "\"\($0)\"" }.joined(separator: "|"))) return 0 ;;
            esac
            return 1
        }
        _storefront_apps() {
            [[ -d $1 ]] && (cd "$1" && for name in */; do [[ -d $name ]] && printf '%s\\n' "${name%/}"; done)
        }
        complete -F _storefront storefront

        """
    }

    static func groups(_ commands: [Command]) -> String {
        var seen: Set<String> = []
        return commands.map(\.group).filter { seen.insert($0).inserted }.joined(separator: " ")
    }

    private static func valued(_ commands: [Command]) -> [String] {
        let options = Option.everywhere + commands.flatMap(\.options)
        return Set(options.filter { $0.value != nil }.map { "--\($0.name)" }).sorted()
    }

    private static func valueCases(_ commands: [Command]) -> String {
        var seen: Set<String> = []
        let options = (Option.everywhere + commands.flatMap(\.options)).filter { seen.insert($0.name).inserted }
        return options.compactMap { option in
            reply(option.completion).map { "        --\(option.name)) \($0) ;;" }
        }.joined(separator: "\n")
    }

    private static func commandCases(_ commands: [Command]) -> String {
        var names = commands.map(\.name)
        for group in Set(commands.map(\.group)).subtracting(names).sorted() { names.append(group) }
        return names.map { name in
            guard let command = commands.first(where: { $0.name == name }) else {
                return """
                        "\(name)") COMPREPLY=($(compgen -W "\(actions(of: name, commands))" -- "$cur")) ;;
                    """
            }
            let flags = command.allOptions.map { "--\($0.name)" }.joined(separator: " ")
            var lines = ["    \"\(name)\")", "        if [[ $cur == -* ]]; then"]
            lines.append("            COMPREPLY=($(compgen -W \"\(flags)\" -- \"$cur\"))")
            for (place, positional) in command.positionals.enumerated() {
                guard let reply = reply(positional.completion) else { continue }
                let test = positional.count == .any ? "$place -ge \(place)" : "$place -eq \(place)"
                lines.append("        elif [[ \(test) ]]; then")
                lines.append("            \(reply)")
            }
            lines.append("        fi")
            let more = actions(of: name, commands)
            if !more.isEmpty {
                lines.append("        [[ $place -eq 0 ]] && COMPREPLY+=($(compgen -W \"\(more)\" -- \"$cur\"))")
            }
            return (lines + ["        ;;"]).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func actions(of group: String, _ commands: [Command]) -> String {
        commands.filter { $0.group == group && $0.name != group }.map { String($0.name.dropFirst(group.count + 1)) }
            .joined(separator: " ")
    }

    private static func reply(_ completion: Completion) -> String? {
        switch completion {
        case .none: nil
        case .app: "COMPREPLY=($(compgen -W \"$(_storefront_apps \"$apps\")\" -- \"$cur\"))"
        case .file: "COMPREPLY=($(compgen -f -- \"$cur\"))"
        case .folder: "COMPREPLY=($(compgen -d -- \"$cur\"))"
        case .choice(let choices):
            "COMPREPLY=($(compgen -W \"\(choices.joined(separator: " "))\" -- \"$cur\"))"
        }
    }
}
