public import Storefront

/// What can be done to the sandbox from outside, as a test or `storefront sandbox` does.
///
/// `wall` is the wall's time; where it is left out, the settings' clock says it.
extension SandboxStore {
    /// Every transaction as it was charged, to hold a ledger against. All of them at once: for tests.
    public func charged() async throws -> [Transaction] { try await read { try $0.charged() } }

    /// Moves the app's clock ahead by a calendar period from its present time; it keeps what it has.
    ///
    /// - Returns: The store's time after it.
    /// - Throws: `invalid-request` where the clock would pass the year 9999.
    @discardableResult
    public func advance(by period: Period, at wall: Timestamp? = nil) async throws -> Timestamp {
        let wall = view.latest(wall ?? settings.clock())
        let clock = try await write { book in
            let offset = try book.appRow().clock.offset
            return try book.setClock(offset: SandboxTime.offset(offset, at: wall, movedBy: period))
        }
        file.take(clock, app: app)
        return SandboxTime.now(at: wall, offset: clock.offset)
    }

    /// Charges an order that waits, at its price then; an introductory offer counts where it still may.
    ///
    /// - Parameter transaction: The id that the order waits under.
    /// - Throws: `invalid-request` where there is none, or it waits no longer.
    @discardableResult
    public func approve(_ transaction: String, at wall: Timestamp? = nil) async throws -> Transaction {
        let wall = view.latest(wall ?? settings.clock())
        let charged = try await write { book in
            var (order, sale) = try book.pending(transaction)
            order.state = .charged
            try book.put(order)
            return try book.charge(sale, of: order.reference, under: transaction, at: book.present(at: wall))
        }
        file.announce(charged.position, app: app)
        return charged.transaction
    }

    /// Declines an order that waits; nothing is charged.
    ///
    /// - Throws: `invalid-request` where there is none, or it waits no longer.
    public func decline(_ transaction: String, at wall: Timestamp? = nil) async throws {
        let wall = view.latest(wall ?? settings.clock())
        let position = try await write { book in
            var (order, _) = try book.pending(transaction)
            order.state = .declined
            order.reason = "the purchase was not approved"
            try book.put(order)
            return try book.enqueue(transaction, revision: book.present(at: wall).milliseconds)
        }
        file.announce(position, app: app)
    }

    /// Ends a subscription now: a newer snapshot of its transaction, unfinished until it is delivered.
    ///
    /// - Throws: `invalid-request` for a transaction that there is not, is no subscription's, or has ended.
    @discardableResult
    public func expire(_ transaction: String, at wall: Timestamp? = nil) async throws -> Transaction {
        let wall = view.latest(wall ?? settings.clock())
        let charged = try await write { book in
            let now = try book.present(at: wall)
            return try book.append(to: transaction, at: now) { snapshot, type in
                guard type == .subscription else {
                    throw StorefrontError(
                        .invalidRequest, "\"\(transaction)\" is a \(type.rawValue), which does not expire")
                }
                if let end = snapshot.expiresAt, end <= now {
                    throw StorefrontError(.invalidRequest, "\"\(transaction)\" ended already, at \(end.rfc3339)")
                }
                snapshot.kind = .expired
                snapshot.expiresAt = now
            }
        }
        file.announce(charged.position, app: app)
        return charged.transaction
    }

    /// Forgets the app's orders and transactions and sets its clock back to the wall's. Ids are not used again.
    public func reset() async throws {
        file.take(try await write { try $0.erase() }, app: app)
    }
}

extension SandboxBook {
    /// The app's time now.
    fileprivate func present(at wall: Timestamp) throws -> Timestamp {
        let now = SandboxTime.now(at: wall, offset: try appRow().clock.offset)
        try SandboxTime.check(now)
        return now
    }

    fileprivate func pending(_ transaction: String) throws -> (SandboxOrder, Sale) {
        guard let order = try order(waited: transaction), let sale = order.sale else {
            guard try snapshot(of: transaction, first: true) == nil else {
                throw StorefrontError(.invalidRequest, "\"\(transaction)\" was charged at once and waits for nothing")
            }
            throw unknown(transaction)
        }
        switch order.state {
        case .pending: return (order, sale)
        case .charged: throw StorefrontError(.invalidRequest, "\"\(transaction)\" was approved already")
        case .declined: throw StorefrontError(.invalidRequest, "\"\(transaction)\" was declined already")
        case .cancelled: throw StorefrontError(.invalidRequest, "\"\(transaction)\" was cancelled")
        }
    }
}
