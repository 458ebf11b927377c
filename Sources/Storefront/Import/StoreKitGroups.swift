/// The subscription groups of a `.storekit` file and what a manifest calls them.
struct StoreKitGroups {
    struct Group {
        var id: String?
        /// Its name in the manifest.
        var name: String
        /// How the file names it.
        var comment: String
        var subscriptions: [JSON]
        var path: String
    }

    private(set) var all: [Group] = []
    private var names = UniqueNames()
    private var namesByID: [String: String] = [:]

    mutating func read(_ root: inout StoreKitObject, _ log: inout StoreKitLog) {
        for (index, value) in root.list("subscriptionGroups", &log).enumerated() {
            let path = "\(root.path("subscriptionGroups"))[\(index)]"
            guard var object = StoreKitObject(value, path: path, log: &log) else { continue }
            let id = object.nonEmptyText("id", &log)
            let title = object.nonEmptyText("name", &log)
            let name = newName(title, id: id)
            if let title, title != name { log.warn(object.path("name"), "\"\(title)\" is called \(name)") }
            if title == nil { log.warn(object.path("name"), "is empty; the group is called \(name)") }
            let group = Group(
                id: id, name: name, comment: "The group \(name)" + (id.map { " (\($0) in Xcode)" } ?? ""),
                subscriptions: object.list("subscriptions", &log), path: path)
            if group.subscriptions.isEmpty { log.warn(path, "has no subscriptions, so a manifest does not name it") }
            warnOfLocalizations(&object, &log)
            object.dropInternalID(&log)
            object.warnOfRest(&log)
            if let id, namesByID[id] == nil { namesByID[id] = name }
            all.append(group)
        }
    }

    /// The name of the group with an id; a new one where the file has none.
    mutating func name(ofID id: String) -> String {
        if let name = namesByID[id] { return name }
        let name = newName(id, id: id)
        namesByID[id] = name
        return name
    }

    /// A group's own name where nothing in it is invisible, else its words as a slug, else its id.
    ///
    /// A manifest's group is both what products agree on and the name at a store, so the words are kept.
    private mutating func newName(_ title: String?, id: String?) -> String {
        let title = title ?? ""
        let isPlain = YAMLText.comment(title) == title && title.first != " " && title.last != " "
        var name = isPlain ? title : Slug.kebab(title)
        if name.isEmpty {
            let number = Slug.kebab(id ?? "")
            name = number.isEmpty ? "group" : "group-\(number)"
        }
        return names.take(name)
    }

    private func warnOfLocalizations(_ object: inout StoreKitObject, _ log: inout StoreKitLog) {
        for (index, value) in object.list("localizations", &log).enumerated() {
            let path = "\(object.path("localizations"))[\(index)]"
            guard let members = value.members else {
                log.fault(path, "is \(value.kindName) where an object is expected")
                continue
            }
            let texts = members.compactMap { $0.value.string }.filter { !$0.isEmpty }.joined(separator: ", ")
            if !texts.isEmpty { log.warn(path, "a manifest has no names of groups; left out: \(texts)") }
        }
    }

    /// Names the billing plans of a subscription (format 5), for which a manifest has no place.
    static func warnOfBillingPlans(of product: String, _ object: inout StoreKitObject, _ log: inout StoreKitLog) {
        for (index, value) in object.list("billingPlans", &log).enumerated() {
            let path = "\(object.path("billingPlans"))[\(index)]"
            guard var plan = StoreKitObject(value, path: path, log: &log) else { continue }
            plan.dropInternalID(&log)
            let facts = plan.rest.filter { $0.value != .null }.map { "\($0.name) \($0.value.text)" }
            log.warn(
                path, "a manifest has no billing plans; \(product) loses \(facts.joined(separator: ", "))")
        }
    }
}
