/// Every plug-in that manifests may name. A value that is handed in, never a global.
public struct Registry: Sendable {
    public var stores: [Plugin<any Store>]
    public var persistences: [Plugin<any Persistence>]
    public var notifiers: [Plugin<any Notifier>]

    public init(
        stores: [Plugin<any Store>] = [], persistences: [Plugin<any Persistence>] = [],
        notifiers: [Plugin<any Notifier>] = []
    ) {
        self.stores = stores
        self.persistences = persistences
        self.notifiers = notifiers
    }
}
