import Storefront
import StorefrontPlugins

extension Command {
    static let plugins = Command(
        "plugins", summary: "every store, persistence and notifier there is, and its option keys",
        example: "storefront plugins"
    ) { session in
        let registry = Registry.builtin
        let all =
            registry.stores.map { PluginLine("store", $0) }
            + registry.persistences.map { PluginLine("persistence", $0) }
            + registry.notifiers.map { PluginLine("notifier", $0) }
        if session.wantsJSON {
            session.print(json: ["plugins": .array(all.map(\.json))])
            return .done
        }
        var table = Table(("KIND", .left), ("NAME", .left), ("FROM", .left), ("SUMMARY", .left))
        for line in all { table.add(line.kind, line.name, line.origin, line.summary) }
        session.print(table)
        var options = Table(("PLUGIN", .left), ("OPTION", .left), ("TAKES", .left), ("SUMMARY", .left))
        for line in all {
            for option in line.options {
                let takes = option.isRequired ? "\(option.kind.rawValue), required" : option.kind.rawValue
                options.add(line.name, option.key, takes, option.summary)
            }
        }
        session.print("")
        session.print(options)
        return .done
    }
}

/// What is told of a plug-in of any kind.
private struct PluginLine {
    var kind: String
    var name: String
    var summary: String
    var origin: String
    var options: [PluginOption]

    init<Instance>(_ kind: String, _ plugin: Plugin<Instance>) {
        self.kind = kind
        name = plugin.name
        summary = plugin.summary
        origin = plugin.origin
        options = plugin.options
    }

    var json: JSON {
        [
            "kind": .string(kind), "name": .string(name), "summary": .string(summary), "origin": .string(origin),
            "options": .array(
                options.map { option in
                    [
                        "key": .string(option.key), "kind": .string(option.kind.rawValue),
                        "required": .bool(option.isRequired), "summary": .string(option.summary),
                    ]
                }),
        ]
    }
}
