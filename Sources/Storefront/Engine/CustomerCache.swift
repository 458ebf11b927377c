import Synchronization

/// What customers are entitled to, kept for checks that take nanoseconds.
///
/// Own commits are put in as they happen; a commit of another process shows in the persistence's `foreignChanges`,
/// which every cached customer carries from before it was read.
final class CustomerCache: Sendable {
    struct Access: Sendable {
        var entitlement: String
        /// Exclusive; `Int64.max` for ever.
        var end: Int64
    }

    struct Cached: Sendable {
        var version: Int64
        var foreignChanges: Int
        var access: [Access]
    }

    private static let shardCount = 64
    private let shards: [Shard] = (0..<shardCount).map { _ in Shard() }

    private final class Shard: Sendable {
        let customers = Mutex<[CustomerID: Cached]>([:])
    }

    private func shard(_ id: CustomerID) -> Shard {
        var hash: UInt = 5381
        for byte in id.customer.utf8 { hash = (hash &* 33) ^ UInt(byte) }
        return shards[Int(hash % UInt(Self.shardCount))]
    }

    /// Whether the customer is entitled; nil where it is not known or may have changed elsewhere.
    func isEntitled(_ id: CustomerID, to entitlement: String, at now: Timestamp, foreignChanges: Int) -> Bool? {
        shard(id).customers.withLock { customers in
            guard let cached = customers[id], cached.foreignChanges == foreignChanges else { return nil }
            return cached.access.contains { $0.entitlement == entitlement && now.milliseconds < $0.end }
        }
    }

    /// Puts in a customer as read; `foreignChanges` is from before the read.
    func put(_ customer: Customer, readAt foreignChanges: Int) {
        put(customer, version: customer.version, foreignChanges: foreignChanges)
    }

    /// Puts in a customer as a commit of this process left it; `foreignChanges` is from before the commit.
    func put(_ customer: Customer, committedAt foreignChanges: Int) {
        put(customer, version: customer.version + 1, foreignChanges: foreignChanges)
    }

    private func put(_ customer: Customer, version: Int64, foreignChanges: Int) {
        var access: [Access] = []
        for span in customer.spans() where !span.isOver {
            for name in span.entitlements {
                access.append(Access(entitlement: name, end: span.end?.milliseconds ?? .max))
            }
        }
        let made = access
        shard(customer.id).customers.withLock { customers in
            let known = customers[customer.id]
            if let known, known.version > version { return }
            if customers.count >= EngineLimits.cachedCustomers / Self.shardCount, known == nil {
                customers.remove(at: customers.startIndex)
            }
            customers[customer.id] = Cached(version: version, foreignChanges: foreignChanges, access: made)
        }
    }

    func forget(app: String) {
        for shard in shards { shard.customers.withLock { $0 = $0.filter { $0.key.app != app } } }
    }
}
