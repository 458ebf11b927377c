public import Storefront

extension SandboxStore {
    /// Takes an order with the outcome that its option `outcome` asks for: `success` (also where it says nothing),
    /// `cancelled`, `declined`, `pending`, `network-error`, `answer-lost` or `crash-before-delivery`.
    ///
    /// Its time is the order's own, ``Order/orderedAt``, which is the store's time. An order whose key was seen before
    /// has the first one's outcome, whatever this one asks for.
    ///
    /// - Throws: `StorefrontError` of `invalid-request` for an order that cannot be priced or an outcome that there is
    ///   not; `StoreError.unreachable` and `StoreError.noAnswer` where the order asks for that.
    public func purchase(_ order: Order) async throws -> OrderOutcome {
        guard order.app == app else {
            throw StorefrontError(.invalidRequest, "an order of \(order.app) came to the sandbox of \(app)")
        }
        let outcome = try SandboxOutcome(options: order.options)
        let answer = try await write { book in
            if let earlier = try book.order(order.reference) {
                return Answer(outcome: try book.outcome(of: earlier), isRepeat: true)
            }
            return try book.take(order, as: outcome)
        }
        if let position = answer.position {
            // Whoever ordered hears it as the answer; a lost answer is lost until somebody asks, every time alike.
            file.announce(position, app: app, except: view)
        }
        guard !answer.isRepeat else { return answer.outcome }
        switch outcome {
        case .answerLost: throw StoreError.noAnswer("the sandbox charged and lost its answer, as it was asked to")
        case .crashBeforeDelivery:
            settings.die()
            throw StoreError.noAnswer("the sandbox charged and the process was to die, as it was asked to")
        default: return answer.outcome
        }
    }

    struct Answer: Sendable {
        var outcome: OrderOutcome
        var isRepeat = false
        /// Where the charge stands in the queue.
        var position: Int64?
    }
}

extension SandboxBook {
    /// Takes an order whose key is new.
    fileprivate func take(_ order: Order, as outcome: SandboxOutcome) throws -> SandboxStore.Answer {
        if outcome == .networkError {
            throw StoreError.unreachable("the sandbox was not reached, as it was asked for")
        }
        let sale = try Sale(order)
        try SandboxTime.check(order.orderedAt)
        var row = SandboxOrder(reference: order.reference, state: .charged)
        switch outcome {
        case .cancelled: row.state = .cancelled
        case .declined:
            row.state = .declined
            row.reason = "the payment was declined"
        case .pending:
            row.state = .pending
            row.transactionID = try nextTransactionID()
            row.sale = sale
        case .success, .answerLost, .crashBeforeDelivery, .networkError:
            let id = try nextTransactionID()
            row.transactionID = id
            try put(row)
            let charged = try charge(sale, of: order.reference, under: id, at: order.orderedAt)
            return SandboxStore.Answer(outcome: .completed(charged.transaction), position: charged.position)
        }
        try put(row)
        return SandboxStore.Answer(outcome: try self.outcome(of: row))
    }
}
