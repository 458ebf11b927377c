/// What a manifest may say to one plug-in.
private struct PluginFacts {
    var name: String
    var options: [PluginOption]

    init<Instance>(_ plugin: Plugin<Instance>) {
        name = plugin.name
        options = plugin.options
    }
}

extension ManifestDecoder {
    /// The stores that the format names, whether this build has them or not.
    static let namedStores = ["sandbox", "app-store", "google-play", "storekit"]

    /// Every store a product may be listed at.
    var storeNames: [String] {
        Self.namedStores + registry.stores.map(\.name).filter { !Self.namedStores.contains($0) }
    }

    mutating func store(_ node: Int) -> Section? {
        section(node, "store", "provider", registry.stores.map(PluginFacts.init), others: Self.namedStores)
    }

    mutating func persistence(_ node: Int) -> Section? {
        section(
            node, "persistence", "backend", registry.persistences.map(PluginFacts.init),
            others: ["memory", "sqlite", "postgres"])
    }

    mutating func notifications(_ node: Int) -> [Section] {
        let plugins = registry.notifiers.map(PluginFacts.init)
        var result: [Section] = []
        var lines: [[String?]: Int] = [:]
        for item in items(node, "notifications", of: "notifiers, as {backend: log}") {
            guard let section = section(item, "a notifier", "backend", plugins, others: [], takesEvents: true) else {
                continue
            }
            let options = plugins.first { $0.name == section.name }?.options ?? []
            let identity =
                [section.name] + options.filter(\.isIdentity).map { section.options[$0.key]?.texts.description }
            if let line = lines[identity] {
                report(
                    .duplicateNotifier, at: item,
                    "the notifier \(ManifestText.quotable(section.name)) is listed twice, first on line \(line); "
                        + "each event would be told twice")
            } else {
                lines[identity] = section.place.line
            }
            result.append(section)
        }
        return result
    }

    private mutating func section(
        _ node: Int, _ label: String, _ nameKey: String, _ plugins: [PluginFacts], others: [String],
        takesEvents: Bool = false
    ) -> Section? {
        guard kind(node) == .mapping else {
            let text = kind(node) == .scalar ? tree.text(tree.resolved(node)) : ""
            let isName = plugins.contains { $0.name == text }
            wrongKind(
                node, label, expected: "a mapping, as {\(nameKey): \(plugins.first?.name ?? "…")}",
                suggestion: isName ? "{\(nameKey): \(text)}" : nil)
            return nil
        }
        let pairs = pairs(node, label, expected: "options")
        guard let name = pairs.first(where: { tree.text($0.key) == nameKey }) else {
            let meant = pairs.first { suggestion(for: tree.text($0.key), among: [nameKey]) != nil }
            if let meant {
                unknownKey(meant.key, label, among: [nameKey])
            } else {
                report(.missingKey, at: node, "\(label) has no \(nameKey)")
            }
            return nil
        }
        guard let text = text(name.value, nameKey) else { return nil }
        var section = Section(name: text, place: place(name.value), file: file)
        guard let plugin = plugins.first(where: { $0.name == text }) else {
            unknownPlugin(text, name.value, nameKey, plugins.map(\.name), others)
            return section
        }
        let known = [nameKey] + (takesEvents ? ["events"] : []) + plugin.options.map(\.key)
        var guesses: [String?] = []
        for (key, value) in pairs where key != name.key {
            let keyText = tree.text(key)
            if takesEvents, keyText == "events" {
                section.events = events(value)
            } else if let option = plugin.options.first(where: { $0.key == keyText }) {
                if let value = self.option(option, value) { section.options[keyText] = value }
            } else {
                guesses.append(unknownKey(key, "\(nameKey) \(text)", among: known))
            }
        }
        for option in plugin.options where option.isRequired {
            let isThere = pairs.contains { tree.text($0.key) == option.key } || guesses.contains(option.key)
            if !isThere { report(.missingKey, at: name.value, "\(nameKey) \(text) has no \(option.key)") }
        }
        return section
    }

    private mutating func unknownPlugin(
        _ name: String, _ node: Int, _ nameKey: String, _ plugins: [String], _ others: [String]
    ) {
        let list = plugins.isEmpty ? "there is none" : "there are \(plugins.joined(separator: ", "))"
        let what = others.contains(name) ? "is not available in this build" : "is not known"
        report(
            .unknownPlugin, at: node, "the \(nameKey) \"\(ManifestText.quotable(name))\" \(what); \(list)",
            suggestion: others.contains(name) ? nil : suggestion(for: name, among: plugins))
    }

    private mutating func option(_ option: PluginOption, _ node: Int) -> Section.Value? {
        if option.kind == .texts {
            let items = items(node, option.key, of: "texts")
            return Section.Value(items.compactMap { variableText($0, option.key) }, place: place(node))
        }
        guard let text = variableText(node, option.key) else { return nil }
        let hasVariable = VariableText.parts(text).map { $0.contains(where: \.isVariable) } ?? false
        if !hasVariable { checkOption(option, node) }
        return Section.Value([text], place: place(node))
    }

    private mutating func checkOption(_ option: PluginOption, _ node: Int) {
        switch option.kind {
        case .text, .path, .texts: break
        case .url: _ = url(node, option.key)
        case .integer: _ = integer(node, option.key, in: 0...Int64.max)
        case .boolean: _ = boolean(node, option.key)
        }
    }

    /// A text in which variables may stand: they are well written, and a warning says which are not set.
    private mutating func variableText(_ node: Int, _ label: String) -> String? {
        guard let text = text(node, label) else { return nil }
        guard let parts = VariableText.parts(text) else {
            report(
                .variableSyntax, at: node, "\(label) has a \"${\" that begins no ${NAME}; write $${ for a literal one")
            return nil
        }
        for case .variable(let name) in parts where environment[name] == nil {
            report(.unsetVariable, at: node, "the variable \(name) is not set")
        }
        return text
    }

    private mutating func events(_ node: Int) -> [String] {
        var patterns: [String] = []
        for item in items(node, "events", of: "texts, as \"subscription.*\"") {
            guard let pattern = text(item, "an event") else { continue }
            if patterns.contains(pattern) {
                report(.repeatedValue, at: item, "\"\(ManifestText.quotable(pattern))\" stands twice in events")
            } else if !EventType.all.contains(where: { Event.matches($0, [pattern]) }) {
                report(
                    .unknownEvent, at: item, "no event is called \"\(ManifestText.quotable(pattern))\"",
                    suggestion: suggestion(for: pattern, among: EventType.all + EventType.families))
            } else {
                patterns.append(pattern)
            }
        }
        return patterns
    }
}
