import Storefront
import StorefrontPlugins
import Testing

@Suite("The plug-ins that come with Storefront")
struct BuiltinTests {
    @Test("each is listed once, with its options, and is made without side effects or needs")
    func list() throws {
        let registry = Registry.builtin
        #expect(registry.stores.map(\.name) == ["sandbox"])
        #expect(registry.persistences.map(\.name) == ["memory", "sqlite"])
        #expect(registry.notifiers.map(\.name) == ["log"])
        for options in registry.stores.map(\.options) + registry.persistences.map(\.options)
            + registry.notifiers.map(\.options)
        {
            #expect(Set(options.map(\.key)).count == options.count)
        }
        func context(_ name: String) -> PluginContext {
            PluginContext(section: Section(name: name), app: "com.acme.game", dataFolder: "/proc/none")
        }
        for plugin in registry.stores { #expect(try plugin.make(context(plugin.name)).name == plugin.name) }
        for plugin in registry.persistences { _ = try plugin.make(context(plugin.name)) }
        for plugin in registry.notifiers { _ = try plugin.make(context(plugin.name)) }
    }
}
