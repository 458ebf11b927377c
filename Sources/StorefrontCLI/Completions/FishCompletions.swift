/// A fish script that completes the words of a list of commands.
enum FishCompletions {
    static func script(_ commands: [Command]) -> String {
        let valued = Set((Option.everywhere + commands.flatMap(\.options)).filter { $0.value != nil }.map(\.name))
        var lines = [
            "# fish completion for storefront; made by `storefront completions fish`",
            "function __storefront_words",
            "    # The words before the cursor that are neither options nor their values.",
            "    set -l skip 0",
            "    for word in (commandline -opc)[2..-1]",
            "        if test $skip = 1",
            "            set skip 0",
            "        else if contains -- $word \(valued.sorted().map { "--\($0)" }.joined(separator: " "))",
            "            set skip 1",
            "        else if not string match -q -- '-*' $word",
            "            echo $word",
            "        end",
            "    end",
            "end",
            "function __storefront_at",
            "    # Whether the words typed begin with these.",
            "    set -l words (__storefront_words)",
            "    set -l count (count $argv)",
            "    test (count $words) -ge $count; and test \"$words[1..$count]\" = \"$argv\"",
            "end",
            "function __storefront_apps",
            "    set -l folder apps",
            "    set -q STOREFRONT_APPS; and set folder $STOREFRONT_APPS",
            "    for path in $folder/*/",
            "        basename $path",
            "    end",
            "end",
            "complete -c storefront -f",
        ]
        var groups: Set<String> = []
        for command in commands {
            let summary = quote(command.summary)
            if groups.insert(command.group).inserted {
                let text = command.name == command.group ? summary : quote("\(command.group) ...")
                lines.append(
                    "complete -c storefront -n 'test (count (__storefront_words)) -eq 0' -a \(command.group) -d \(text)"
                )
            }
            if command.name != command.group {
                let action = command.name.dropFirst(command.group.count + 1)
                lines.append(
                    "complete -c storefront -n '__storefront_at \(command.group); "
                        + "and test (count (__storefront_words)) -eq 1' -a \(action) -d \(summary)")
            }
            lines += self.lines(of: command)
        }
        lines += Option.everywhere.map { line(of: $0, condition: nil) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(of command: Command) -> [String] {
        let condition = "__storefront_at \(command.name)"
        var lines = command.options.map { line(of: $0, condition: condition) }
        let words = command.name.split(separator: " ").count
        for (place, positional) in command.positionals.enumerated() {
            guard let candidates = candidates(positional.completion) else { continue }
            let test = positional.count == .any ? "-ge" : "-eq"
            lines.append(
                "complete -c storefront -n '\(condition); and test (count (__storefront_words)) \(test) "
                    + "\(words + place)' \(candidates)")
        }
        return lines
    }

    private static func line(of option: Option, condition: String?) -> String {
        var line = "complete -c storefront"
        if let condition { line += " -n '\(condition)'" }
        line += " -l \(option.name) -d \(quote(option.summary))"
        guard option.value != nil else { return line }
        // -x keeps files out of the list, which fish offers for any value otherwise.
        let kind = option.completion == .file ? "-r" : "-x"
        return [line, kind, candidates(option.completion)].compactMap(\.self).joined(separator: " ")
    }

    private static func candidates(_ completion: Completion) -> String? {
        switch completion {
        case .none: nil
        case .app: "-a '(__storefront_apps)'"
        case .file: "-F"
        case .folder: "-a '(__fish_complete_directories)'"
        case .choice(let choices): "-a '\(choices.joined(separator: " "))'"
        }
    }

    private static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
    }
}
