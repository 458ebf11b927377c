/// How an attempt ended without a delivery.
struct Ending: Sendable {
    var state: Attempt.State
    var error: StorefrontError
    var transactionID: String?
}

/// Brings attempts whose end is not known to one, by asking the store.
struct Resolution {
    let session: AppSession
    let parts: AppSession.Parts

    /// Asks the store what became of an order; the attempt as it is then, `ordered` still where nobody knows.
    func resolve(_ attempt: Attempt) async throws -> Attempt {
        let reference = OrderReference(app: session.app, customer: attempt.id.customer, key: attempt.key)
        let outcome: OrderOutcome?
        do {
            outcome = try await parts.store.outcome(of: reference)
        } catch let error as StoreError {
            throw StorefrontError(.storeUnavailable, error.words)
        }
        guard let outcome else {
            let error = StorefrontError(.storeUnavailable, "the order never reached the store")
            return try await end(reference, as: Ending(state: .failed, error: error), cause: .store) ?? attempt
        }
        return try await take(outcome, of: reference, cause: .store) ?? attempt
    }

    /// Takes in how an order ended.
    func take(_ outcome: OrderOutcome, of order: OrderReference, cause: Event.Cause) async throws -> Attempt? {
        switch outcome {
        case .completed(let transaction):
            return try await Delivering(session: session, parts: parts).deliver(transaction, cause: cause).attempt
        case .pending(let id):
            let ending = Ending(state: .pending, error: .pending("", id), transactionID: id)
            return try await end(order, as: ending, cause: cause)
        case .cancelled:
            return try await end(order, as: Ending(state: .cancelled, error: .cancelled("")), cause: cause)
        case .declined(let reason):
            let error = StorefrontError(.paymentDeclined, reason)
            return try await end(order, as: Ending(state: .failed, error: error), cause: cause)
        }
    }

    /// Writes the end of an attempt and tells it; nil where there is no such attempt. One that has ended stays so.
    func end(_ order: OrderReference, as ending: Ending, cause: Event.Cause) async throws -> Attempt? {
        let now = session.now(parts)
        let words = Words(session: session, parts: parts)
        let id = CustomerID(app: order.app, customer: order.customer)
        let attempt: Attempt? = try await parts.persistence.update(id, loading: Loading(attempt: order.key)) { commit in
            guard var attempt = commit.attempts[order.key] else { return nil }
            guard attempt.state == .ordered || (attempt.state == .pending && ending.state != .pending) else {
                return attempt
            }
            attempt.state = ending.state
            attempt.transactionID = ending.transactionID ?? attempt.transactionID
            if ending.state == .failed { attempt.failure = "\(ending.error.code.rawValue): \(ending.error.message)" }
            commit.put(attempt)
            words.tell(
                Telling(attempt, ending, after: commit.customer.sequence, at: now), in: &commit, cause: cause, at: now)
            return attempt
        }
        if attempt != nil { session.wakeCouriers() }
        return attempt
    }
}

extension Telling {
    /// - Parameter sequence: The customer's last event's: an order placed again under its key may end so again.
    fileprivate init(_ attempt: Attempt, _ ending: Ending, after sequence: Int64, at now: Timestamp) {
        let type =
            switch ending.state {
            case .pending: "purchase.pending"
            case .cancelled: "purchase.cancelled"
            default: "purchase.failed"
            }
        self.init(
            type: type, subject: ["order", attempt.key, String(sequence)], occurredAt: now,
            data: [
                "product": .string(attempt.product), "quantity": .number(attempt.quantity),
                "key": .string(attempt.key), "transactionId": attempt.transactionID.map { .string($0) },
                "error": attempt.error.map { ["code": .string($0.code.rawValue), "message": .string($0.message)] },
            ])
    }
}

extension Attempt {
    init(_ order: Order, holder: String) {
        self.init(
            id: order.customerID, key: order.key, product: order.product.id, quantity: order.quantity,
            offer: order.offer, state: .ordered, holder: holder, orderedAt: order.orderedAt)
    }

    /// Whether the store certainly knows nothing of it, so that it may be ordered again under its key.
    var neverReachedStore: Bool { state == .failed && error?.code == .storeUnavailable }

    /// What its state means for whoever asks again with its key; nil once completed.
    var error: StorefrontError? {
        switch state {
        case .completed: return nil
        case .ordered:
            return StorefrontError(
                .storeUnavailable, "the store's answer to the order of \"\(product)\" is not known yet",
                recovery: "Ask again with the same key: nothing is charged twice.")
        case .pending: return .pending(product, transactionID ?? "")
        case .cancelled: return .cancelled(product)
        case .failed:
            let parts = (failure ?? "").split(separator: ":", maxSplits: 1)
            let code = parts.first.flatMap { StorefrontError.Code(rawValue: String($0)) }
            return StorefrontError(
                code ?? .paymentDeclined, parts.count > 1 ? String(parts[1].drop { $0 == " " }) : failure ?? "")
        }
    }

    /// The ledger entry that completed it, by the store it was ordered from.
    func entry(store: any Store) -> EntryName? {
        guard let transactionID, let revision else { return nil }
        return EntryName(
            store: store.name, environment: store.environment, transactionID: transactionID, kind: .purchased,
            revision: revision)
    }
}
