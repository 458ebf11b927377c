import Synchronization

/// What an app's customers are entitled to, kept for checks that take nanoseconds.
///
/// Own commits are put in as they happen; a commit of another process shows in the persistence's `foreignChanges`,
/// which every cached customer carries from before it was read.
final class CustomerCache: Sendable {
    struct Access: Sendable {
        var entitlement: String
        /// Exclusive; `Int64.max` for ever.
        var end: Int64
    }

    private final class Cached: Sendable {
        let customer: String
        let version: Int64
        let foreignChanges: Int
        let access: [Access]

        init(customer: String, version: Int64, foreignChanges: Int, access: [Access]) {
            self.customer = customer
            self.version = version
            self.foreignChanges = foreignChanges
            self.access = access
        }
    }

    private static let shardCount = 16
    private let shards: [Shard] = (0..<shardCount).map { _ in Shard() }

    private final class Shard: Sendable {
        let customers = Mutex<[String: Cached]>([:])
    }

    /// Ids differ at their ends, as a rule; where they do not, one shard has more to hold.
    private func shard(_ customer: String) -> Shard {
        var sum = 0
        for byte in customer.utf8.suffix(4) { sum = sum &* 31 &+ Int(byte) }
        return shards[sum & (Self.shardCount - 1)]
    }

    /// Whether the customer is entitled; nil where it is not known or may have changed elsewhere.
    func isEntitled(_ customer: String, to entitlement: String, at now: Timestamp, foreignChanges: Int) -> Bool? {
        shard(customer).customers.withLock { customers in
            guard let cached = customers[customer], cached.foreignChanges == foreignChanges,
                cached.customer.hasBytes(of: customer)
            else { return nil }
            for access in cached.access where access.end > now.milliseconds && access.entitlement == entitlement {
                return true
            }
            return false
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
        let name = customer.id.customer
        shard(name).customers.withLock { customers in
            let known = customers[name]
            if let known, known.version > version, known.customer.hasBytes(of: name) { return }
            if customers.count >= EngineLimits.cachedCustomers / Self.shardCount, known == nil {
                customers.remove(at: customers.startIndex)
            }
            customers[name] = Cached(
                customer: name, version: version, foreignChanges: foreignChanges, access: made)
        }
    }

    func forgetAll() {
        for shard in shards { shard.customers.withLock { $0 = [:] } }
    }
}
