public import Storefront

extension Registry {
    /// Every plug-in that comes with Storefront: the list to add one's name to.
    public static let builtin = Registry(stores: [.sandbox], persistences: [.memory, .sqlite], notifiers: [.log])
}
