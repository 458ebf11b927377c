/// One purchase: written down, ordered, delivered.
struct Purchasing {
    let session: AppSession
    let parts: AppSession.Parts

    private enum Beginning: Sendable {
        case begun
        case earlier(Attempt)
        /// The same product is ordered under another key.
        case blocked(Attempt)
    }

    /// Orders left behind by the dead that are resolved before one more is refused as in progress.
    private static let resolvedAtMost = 8

    func run(_ order: Order) async throws -> PurchaseResult {
        try await checkStore(order)
        for _ in 0..<Self.resolvedAtMost {
            switch try await begin(order) {
            case .begun: return try await send(order)
            case .earlier(let attempt): return try await repeated(attempt, of: order)
            case .blocked(let attempt):
                guard isLeftBehind(attempt) else { throw inProgress(order, under: attempt.key) }
                let resolved = try await Resolution(session: session, parts: parts).resolve(attempt)
                if resolved.state == .ordered { throw inProgress(order, under: attempt.key) }
            }
        }
        throw inProgress(order, under: "")
    }

    private func inProgress(_ order: Order, under key: String) -> StorefrontError {
        let whose = key == order.key ? "under the same key" : "under another key"
        return StorefrontError(
            .purchaseInProgress,
            "\"\(order.product.id)\" is being bought for \"\(order.customer)\" already, \(whose)")
    }

    private func isLeftBehind(_ attempt: Attempt) -> Bool {
        let reference = OrderReference(app: attempt.id.app, customer: attempt.id.customer, key: attempt.key)
        if attempt.holder == session.surroundings.presence.holder { return !session.running.isPurchasing(reference) }
        return session.surroundings.presence.isGone(attempt.holder)
    }

    private func checkStore(_ order: Order) async throws {
        do {
            guard try await parts.store.canMakePayments() else {
                throw StorefrontError(.paymentsNotAllowed, "the store takes no payments from this account")
            }
            guard try await parts.store.products([order.product.id]).unknown.isEmpty else {
                throw StorefrontError(
                    .productNotFound, "the store does not know \"\(order.product.id)\"",
                    recovery: "Set the product up at the store under the id that the manifest has.")
            }
        } catch let error as StoreError {
            throw StorefrontError(.storeUnavailable, error.words)
        }
    }

    // MARK: Writing it down

    private func begin(_ order: Order) async throws -> Beginning {
        let now = session.now(parts)
        let holder = session.surroundings.presence.holder
        return try await parts.persistence.update(order.customerID, loading: Loading(attempt: order.key)) { commit in
            if let earlier = commit.attempts[order.key] {
                guard earlier.product == order.product.id, earlier.quantity == order.quantity,
                    earlier.offer == order.offer
                else {
                    throw StorefrontError(
                        .invalidRequest, "the key \"\(order.key)\" was used for another order",
                        recovery: "Use a new key for a new order.")
                }
                guard earlier.neverReachedStore else { return .earlier(earlier) }
            }
            try commit.refuseOwned(order.product, at: now)
            try commit.refuseOverflow(order)
            let other = commit.attempts.values.first { $0.state == .ordered && $0.product == order.product.id }
            if let other { return .blocked(other) }
            commit.put(Attempt(order, holder: holder))
            return .begun
        }
    }

    // MARK: The store's answer

    private func send(_ order: Order) async throws -> PurchaseResult {
        let outcome: OrderOutcome
        do {
            outcome = try await parts.store.purchase(order)
        } catch StoreError.unreachable(let words) {
            return try await end(order, as: .failed, StorefrontError(.storeUnavailable, words))
        } catch let error as StorefrontError where error.code == .invalidRequest {
            _ = try await end(order, as: .failed, error)
            throw error
        } catch let error as StorefrontError where error.code == .storageUnavailable {
            throw error
        } catch {
            let words = (error as? StoreError)?.words ?? "the store's answer was not understood"
            return PurchaseResult(
                status: .unknown, key: order.key,
                error: StorefrontError(
                    .storeUnavailable, "\(words); it may have charged",
                    recovery: "Buy again with the key \"\(order.key)\": that tells what became of it and charges once.")
            )
        }
        return try await take(outcome, of: order)
    }

    private func take(_ outcome: OrderOutcome, of order: Order, isDuplicate: Bool = false) async throws
        -> PurchaseResult
    {
        switch outcome {
        case .completed(let transaction):
            let delivery = try await Delivering(session: session, parts: parts).deliver(transaction, cause: .client)
            if let owner = delivery.owner {
                throw StorefrontError(
                    .verificationFailed, "transaction \"\(transaction.id)\" belongs to \"\(owner)\" already")
            }
            return await completed(
                delivery.entry.transaction, key: order.key, isDuplicate: isDuplicate || delivery.isRepeat)
        case .pending(let id):
            return try await end(order, as: .pending, .pending(order.product.id, id), transactionID: id)
        case .cancelled:
            return try await end(order, as: .cancelled, .cancelled(order.product.id))
        case .declined(let reason):
            return try await end(order, as: .failed, StorefrontError(.paymentDeclined, reason))
        }
    }

    private func completed(_ transaction: Transaction, key: String, isDuplicate: Bool) async -> PurchaseResult {
        let id = CustomerID(app: session.app, customer: transaction.customer ?? "")
        let customer = try? await parts.persistence.read(id)
        return PurchaseResult(
            status: .completed, key: key, transaction: transaction,
            entitlements: customer?.entitlements(at: session.now(parts)) ?? [], isDuplicate: isDuplicate)
    }

    private func end(
        _ order: Order, as state: Attempt.State, _ error: StorefrontError, transactionID: String? = nil
    ) async throws -> PurchaseResult {
        let ending = Ending(state: state, error: error, transactionID: transactionID)
        let attempt = try await Resolution(session: session, parts: parts).end(
            order.reference, as: ending, cause: .client)
        if let attempt, attempt.state == .completed { return try await repeated(attempt, of: order) }
        return PurchaseResult(attempt ?? Attempt(order, holder: ""), error: error)
    }

    // MARK: The same key again

    private func repeated(_ attempt: Attempt, of order: Order) async throws -> PurchaseResult {
        var attempt = attempt
        if attempt.state == .ordered {
            guard isLeftBehind(attempt) || attempt.holder == session.surroundings.presence.holder else {
                throw inProgress(order, under: attempt.key)
            }
            attempt = try await Resolution(session: session, parts: parts).resolve(attempt)
        }
        if attempt.state == .pending {
            // An approval may have come that this process has not heard of; a store out of reach leaves it pending.
            attempt = (try? await Resolution(session: session, parts: parts).resolve(attempt)) ?? attempt
        }
        var result = PurchaseResult(attempt, error: attempt.error)
        if attempt.state == .completed, let name = attempt.entry(store: parts.store) {
            let entry = try await parts.persistence.update(order.customerID, loading: Loading(entries: [name])) {
                $0.recorded[name]
            }
            if let entry { result = await completed(entry.transaction, key: order.key, isDuplicate: true) }
        }
        result.isDuplicate = true
        return result
    }
}

extension Commit {
    /// A thing that is owned, or a group with a running subscription, is not charged again.
    fileprivate func refuseOwned(_ product: Product, at now: Timestamp) throws {
        for chain in customer.chains.values {
            if product.type == .nonConsumable, chain.product == product.id, chain.revokedAt == nil {
                throw StorefrontError(.alreadyOwned, "\"\(product.id)\" is owned already; nothing was charged")
            }
            guard product.renews, chain.renews, chain.group == product.subscription?.group,
                chain.revokedAt == nil, chain.endTold != chain.expiresAt, let end = chain.expiresAt, now < end
            else { continue }
            throw StorefrontError(
                .alreadyOwned,
                "\"\(chain.product)\" of the group \"\(chain.group ?? "")\" runs until \(end.rfc3339); nothing was charged"
            )
        }
    }
}

extension Commit {
    /// What no balance could hold is not charged.
    fileprivate func refuseOverflow(_ order: Order) throws {
        for grant in order.product.grants {
            let balance = customer.balances[grant.unit] ?? 0
            let (sum, overflow) = balance.addingReportingOverflow(grant.times(order.quantity).amount)
            guard !overflow, sum <= EngineLimits.balance else {
                throw StorefrontError(
                    .invalidRequest,
                    "the balance of \(grant.unit) would pass \(EngineLimits.balance); nothing was charged",
                    recovery: "Spend some first, or buy less.")
            }
        }
    }
}

extension Order {
    var customerID: CustomerID { CustomerID(app: app, customer: customer) }
}

extension StoreError {
    var words: String {
        switch self {
        case .unreachable(let words), .noAnswer(let words): words
        }
    }
}

extension StorefrontError {
    static func pending(_ product: String, _ transaction: String) -> StorefrontError {
        StorefrontError(.paymentPending, "\"\(product)\" waits for approval as \(transaction); nothing is charged yet")
    }

    static func cancelled(_ product: String) -> StorefrontError {
        StorefrontError(.paymentCancelled, "the purchase of \"\(product)\" was cancelled")
    }
}

extension PurchaseResult {
    /// The result that an attempt's state stands for; a completed one lacks its transaction.
    init(_ attempt: Attempt, error: StorefrontError?) {
        let status: Status =
            switch attempt.state {
            case .ordered: .unknown
            case .pending: .pending
            case .completed: .completed
            case .cancelled: .cancelled
            case .failed: .failed
            }
        self.init(
            status: status, key: attempt.key,
            pendingTransaction: attempt.state == .pending ? attempt.transactionID : nil, error: error)
    }
}
