/// Tells the store of delivered transactions, off the buyer's way, and again with back-off where that fails.
actor Finisher {
    private let store: any Store
    private let persistence: any Persistence
    private let surroundings: Surroundings
    private var queue: [Finish] = []
    private var round: Task<Void, Never>?

    init(store: any Store, persistence: any Persistence, surroundings: Surroundings) {
        self.store = store
        self.persistence = persistence
        self.surroundings = surroundings
    }

    /// Queues one; waits for room where ``EngineLimits/finishQueue`` are queued.
    func add(_ finish: Finish) async {
        while queue.count >= EngineLimits.finishQueue { await drain() }
        queue.append(finish)
        if round == nil { begin() }
    }

    /// Returns when what is queued was tried.
    func drain() async {
        while let round { await round.value }
    }

    private func begin() {
        round = Task {
            while !queue.isEmpty {
                let batch = queue
                queue = []
                await finish(batch)
            }
            round = nil
        }
    }

    /// All at once, so that a store that flushes a disk does it once for many. What fails to be noted is noted again on
    /// the next start, when the store still calls it unfinished.
    private func finish(_ batch: [Finish]) async {
        var finished: [TransactionReference] = []
        var failed: [Finish] = []
        await withTaskGroup(of: (Finish, (any Error)?).self) { [store] group in
            for item in batch {
                group.addTask {
                    do {
                        try await store.finish(item.transaction)
                        return (item, nil)
                    } catch {
                        return (item, error)
                    }
                }
            }
            for await (item, error) in group {
                if let error { failed.append(postponed(item, error)) } else { finished.append(item.transaction) }
            }
        }
        do {
            try await persistence.settle(finished: finished, failed: failed)
        } catch {
            surroundings.log("finishing could not be noted: \(describe(error))")
        }
    }

    private func postponed(_ item: Finish, _ error: any Error) -> Finish {
        var item = item
        item.tries += 1
        item.lastError = describe(error)
        item.due = store.now(at: surroundings.clock())
            .advanced(byMilliseconds: BackOff.wait(afterTry: item.tries, random: surroundings.random()))
        return item
    }
}

/// The wait between two tries: doubled each time up to a longest, less a random part of a half, so that many that
/// failed together do not come back together.
enum BackOff {
    /// - Returns: Milliseconds.
    static func wait(afterTry count: Int, random: UInt64) -> Int64 {
        let doubled = EngineLimits.firstBackOff << Int64(min(max(0, count - 1), 30))
        let wait = min(doubled, EngineLimits.longestBackOff)
        return wait - Int64(random % UInt64(wait / 2 + 1))
    }
}
