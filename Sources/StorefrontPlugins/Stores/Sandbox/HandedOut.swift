import Storefront
import Synchronization

/// Which later snapshots of transactions one store has handed out: those that a finish is then about.
///
/// The first snapshot needs no note, as every order's answer hands it out; so this holds the few transactions that
/// something happened to since and that are not finished yet.
final class HandedOut: Sendable {
    private let revisions = Mutex<[String: Int64]>([:])

    func note(_ snapshot: Transaction) {
        guard snapshot.kind != .purchased else { return }
        revisions.withLock { $0[snapshot.id] = max($0[snapshot.id] ?? .min, snapshot.revision) }
    }

    func revision(of transaction: String) -> Int64? { revisions.withLock { $0[transaction] } }

    func forget(_ transaction: String, upTo revision: Int64) {
        revisions.withLock { revisions in
            if revisions[transaction] == revision { revisions[transaction] = nil }
        }
    }
}
