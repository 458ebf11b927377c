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

    private struct Cached: Sendable {
        var customer: String
        var version: Int64
        var foreignChanges: Int
        /// In place, since most have one: an array would be one more look into memory that is not at hand.
        var first: Access?
        var others: ArraySlice<Access>

        func isEntitled(to entitlement: String, at now: Int64) -> Bool {
            if let first, first.end > now, first.entitlement == entitlement { return true }
            for access in others where access.end > now && access.entitlement == entitlement { return true }
            return false
        }
    }

    private static let shardCount = 16
    private let shards: [Shard] = (0..<shardCount).map { _ in Shard() }
    private let seed: UInt64

    /// - Parameter seed: Random, so that nobody can choose ids that fall together.
    init(seed: UInt64) { self.seed = seed }

    private final class Shard: Sendable {
        /// By the hash of their ids; of two that share one, the later is kept.
        let customers = Mutex<[UInt64: Cached]>([:])
    }

    /// FNV-1a, which for ids of a few bytes takes a fraction of what a dictionary's own hashing of texts does.
    private func hash(_ customer: String) -> UInt64 {
        unsafe customer.withBytes { bytes in
            var hash = 0xcbf2_9ce4_8422_2325 ^ seed
            for index in 0..<bytes.count { hash = (hash ^ UInt64(unsafe bytes[index])) &* 0x100_0000_01b3 }
            return hash
        }
    }

    private func shard(_ hash: UInt64) -> Shard { shards[Int(truncatingIfNeeded: hash >> 32) & (Self.shardCount - 1)] }

    /// Whether the customer is entitled; nil where it is not known or may have changed elsewhere.
    func isEntitled(_ customer: String, to entitlement: String, at now: Timestamp, foreignChanges: Int) -> Bool? {
        let hash = hash(customer)
        return shard(hash).customers.withLock { customers in
            guard let cached = customers[hash], cached.foreignChanges == foreignChanges,
                cached.customer.hasBytes(of: customer)
            else { return nil }
            return cached.isEntitled(to: entitlement, at: now.milliseconds)
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
        let hash = hash(name)
        shard(hash).customers.withLock { customers in
            let known = customers[hash]
            if let known, known.version > version, known.customer.hasBytes(of: name) { return }
            if customers.count >= EngineLimits.cachedCustomers / Self.shardCount, known == nil {
                customers.remove(at: customers.startIndex)
            }
            customers[hash] = Cached(
                customer: name, version: version, foreignChanges: foreignChanges, first: made.first,
                others: made.count > 1 ? made.dropFirst() : [])
        }
    }

    func forgetAll() {
        for shard in shards { shard.customers.withLock { $0 = [:] } }
    }
}
