import Synchronization

extension AppSession {
    /// Delivers whatever was charged and not delivered, resolves orders left behind, and tells ends that have come;
    /// then listens on to the store until the session closes.
    func recover(_ parts: Parts) async throws {
        try await hear(parts)
        try await resolveOrders(parts)
        try await tellEnds(parts)
        try await resumeFinishing(parts)
        wakeCouriers()
        keepTime(parts)
    }

    /// Tells ends as they come, tries unfinished ones again, and takes over what other processes left in the outbox.
    private func keepTime(_ parts: Parts) {
        let sleep = surroundings.sleep
        runInBackground(
            Task {
                while (try? await sleep(EngineLimits.tick)) != nil {
                    do {
                        try await tellEnds(parts)
                        try await resumeFinishing(parts)
                    } catch {
                        surroundings.log("\(app): ends wait to be told: \(describe(error))")
                    }
                    if isDeaf.exchange(false, ordering: .relaxed) { _ = listen(parts) }
                    wakeCouriers()
                }
            })
    }

    /// What the store said since, what is due, and what other processes left; for a session that is open already.
    func catchUp() async throws {
        let parts = try parts()
        for try await word in parts.store.unfinished() {
            if case .caughtUp = word { break }
            try await take(word, parts)
        }
        try await resolveOrders(parts)
        try await tellEnds(parts)
        try await resumeFinishing(parts)
        wakeCouriers()
    }

    /// Returns when the backlog is delivered; a task goes on hearing. A store that cannot be reached hinders nobody
    /// from using what is owned.
    private func hear(_ parts: Parts) async throws {
        for try await _ in listen(parts) {}
    }

    /// Begins to hear the store; where that breaks off it is begun anew with the next tick, from what is unfinished.
    ///
    /// - Returns: A sequence of nothing that ends when the backlog is delivered.
    private func listen(_ parts: Parts) -> AsyncThrowingStream<Void, any Error> {
        let (backlog, caughtUp) = AsyncThrowingStream<Void, any Error>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listening = Task {
            do {
                for try await word in parts.store.unfinished() {
                    if case .caughtUp = word { caughtUp.finish() } else { try await take(word, parts) }
                }
                caughtUp.finish()
            } catch let error as StoreError {
                surroundings.log("\(app): the store is not reached: \(error.words)")
                caughtUp.finish()
                isDeaf.store(true, ordering: .relaxed)
            } catch {
                surroundings.log("\(app): what the store says waits: \(describe(error))")
                caughtUp.finish(throwing: error)
                isDeaf.store(true, ordering: .relaxed)
            }
        }
        runListening(listening)
        return backlog
    }

    private func take(_ word: Unfinished, _ parts: Parts) async throws {
        switch word {
        case .caughtUp: break
        case .transaction(let transaction):
            do {
                let delivery = try await Delivering(session: self, parts: parts).deliver(transaction, cause: .store)
                if let owner = delivery.owner {
                    note(
                        refused: transaction, StorefrontError(.verificationFailed, "it belongs to \"\(owner)\" already")
                    )
                } else if !delivery.isRepeat {
                    surroundings.log(
                        "\(app): delivered \(transaction.id) (\(transaction.product)) to \(delivery.entry.customer)")
                }
                if delivery.isRepeat {
                    // Delivered, and unfinished all the same: the note of it may be lost, and the store asks again.
                    let now = now(parts)
                    await parts.finisher.add(
                        Finish(
                            transaction: transaction.reference, customer: delivery.entry.customer,
                            product: transaction.product, since: now, due: now))
                }
            } catch let error as StorefrontError where error.code == .verificationFailed {
                note(refused: transaction, error)
                surroundings.log("\(app): \(error.message). \(error.recovery)")
            }
        case .ended(let order, let outcome):
            let attempt = try await Resolution(session: self, parts: parts).take(outcome, of: order, cause: .store)
            if let id = attempt?.transactionID {
                let store = parts.store
                try await store.finish(
                    TransactionReference(app: app, store: store.name, environment: store.environment, id: id))
            }
        }
    }

    /// Orders whose process is gone, by asking the store what became of them.
    private func resolveOrders(_ parts: Parts) async throws {
        let resolution = Resolution(session: self, parts: parts)
        for attempt in try await parts.persistence.openAttempts(app: app, limit: EngineLimits.page) {
            let order = OrderReference(app: app, customer: attempt.id.customer, key: attempt.key)
            let isOurs = attempt.holder == surroundings.presence.holder
            guard attempt.state == .ordered,
                isOurs ? !running.isPurchasing(order) : surroundings.presence.isGone(attempt.holder)
            else { continue }
            do {
                _ = try await resolution.resolve(attempt)
            } catch let error as StorefrontError where error.code != .storageUnavailable {
                surroundings.log("\(app): order \(attempt.key) of \(attempt.id.customer): \(error.message)")
            }
        }
    }

    private func resumeFinishing(_ parts: Parts) async throws {
        let now = now(parts)
        for finish in try await parts.persistence.unfinished(app: app, limit: EngineLimits.page) where finish.due <= now
        {
            await parts.finisher.add(finish)
        }
    }

    // MARK: Ends

    private func tellEnds(_ parts: Parts) async throws {
        while true {
            let customers = try await parts.persistence.due(app: app, at: now(parts), limit: EngineLimits.page)
            for customer in customers { _ = try await tellEnds(of: customer, parts) }
            if customers.count < EngineLimits.page { return }
        }
    }

    /// Tells the ends of one customer that have come; the customer after it.
    func tellEnds(of customer: String, _ parts: Parts) async throws -> Customer {
        let words = Words(session: self, parts: parts)
        let now = now(parts)
        let id = CustomerID(app: app, customer: customer)
        let foreignChanges = parts.persistence.foreignChanges
        let (after, isChanged) = try await parts.persistence.update(id, loading: Loading()) { commit in
            let before = commit.customer
            for telling in commit.customer.tellEnds(at: now) {
                words.tell(telling, in: &commit, cause: .timer, at: now)
            }
            commit.due = commit.customer.nextEnd
            return (commit.customer, commit.customer != before)
        }
        guard isChanged else { return after }
        parts.cache.put(after, committedAt: foreignChanges)
        wakeCouriers()
        return after
    }
}

/// An error's words, whatever its type.
func describe(_ error: any Error) -> String {
    switch error {
    case let error as StorefrontError: error.message
    case let error as StoreError: error.words
    default: "\(error)"
    }
}
