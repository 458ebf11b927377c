/// What an entry or a timer gives the outside to hear, before it has its place in the customer's sequence.
struct Telling: Sendable, Equatable {
    var type: String
    /// What the event's id derives from, beside the app and the type.
    var subject: [String]
    var occurredAt: Timestamp
    var data: JSON
}

extension Customer {
    /// The fold: takes one entry into the state and says what to tell. The only place that decides.
    ///
    /// The newest snapshot of a chain wins, whatever the order of arrival; the entry's kind only picks the event, and
    /// each kind of each transaction is told once.
    mutating func fold(_ entry: Entry, rules: CustomerRules, at now: Timestamp) -> [Telling] {
        let transaction = entry.transaction
        if transaction.kind == .spent { return foldSpend(entry) }
        let before = activeEntitlements(at: now)
        var chain = chains[transaction.chain] ?? Chain(entry)
        chain.take(entry)
        let changes = settleGrants(of: &chain, terms: entry.terms, rules: rules)
        let label = "\(transaction.kind.rawValue) \(transaction.id)"
        let isFirst = !chain.told.contains(label)
        if isFirst { chain.told = (chain.told + [label]).sorted() }
        chains[transaction.chain] = chain
        guard isFirst else { return [] }
        let data = news(of: entry, changes: changes, at: now)
        var tellings = headlines(for: entry).map { type in
            Telling(type: type, subject: transaction.subject, occurredAt: transaction.occurredAt, data: data)
        }
        // An older word of an end says nothing of the period that a newer snapshot runs to.
        if transaction.kind == .expired, chain.holds(transaction), let end = chain.expiresAt {
            tellings += chain.endTold == end ? [] : [expiry(of: chain, at: end, reason: "store")]
            chains[transaction.chain]?.endTold = end
        }
        tellings += balanceTellings(changes, entry: entry)
        tellings += entitlementTellings(
            from: before, at: now, subject: transaction.subject, occurredAt: transaction.occurredAt)
        return tellings
    }

    /// Tells each end that has come and was not told, with the time it happened at.
    mutating func tellEnds(at now: Timestamp) -> [Telling] {
        var tellings: [Telling] = []
        while let span = spans().filter({ !$0.isOver && ($0.end.map { $0 <= now } ?? false) }).min(by: Self.endsFirst),
            let end = span.end, let chain = chains[span.chain]
        {
            let before = activeEntitlements(at: end.advanced(byMilliseconds: -1))
            chains[span.chain]?.endTold = end
            let goesOn = spans().contains { !$0.isOver && $0.product == span.product && $0.contains(end) }
            guard !goesOn else { continue }
            tellings.append(expiry(of: chain, at: end, reason: "period-ended"))
            tellings += entitlementTellings(from: before, at: end, subject: chain.endSubject(end), occurredAt: end)
        }
        return tellings
    }

    private static func endsFirst(_ a: Span, _ b: Span) -> Bool {
        (a.end?.milliseconds ?? .max, a.chain.originalID) < (b.end?.milliseconds ?? .max, b.chain.originalID)
    }

    // MARK: Balances

    private mutating func foldSpend(_ entry: Entry) -> [Telling] {
        let changes = entry.terms.grants.map { grant in
            change(grant.unit, by: grant.amount)
            return grant
        }
        return balanceTellings(changes, entry: entry)
    }

    /// Brings what the chain has given in line with its newest snapshot; what that changed in the balances.
    private mutating func settleGrants(of chain: inout Chain, terms: Entry.Terms, rules: CustomerRules) -> [Grant] {
        let owed = chain.revokedAt == nil ? terms.grants.map { $0.times(chain.quantity) } : []
        var changes: [Grant] = []
        for unit in Set((owed + chain.granted).map(\.unit)).sorted() {
            let given = chain.granted.first { $0.unit == unit }?.amount ?? 0
            var difference = (owed.first { $0.unit == unit }?.amount ?? 0) - given
            if difference < 0, rules.refunds == .floorAtZero {
                difference = max(difference, -max(0, balances[unit] ?? 0))
            }
            guard difference != 0 else { continue }
            change(unit, by: difference)
            chain.granted.removeAll { $0.unit == unit }
            if given + difference != 0 { chain.granted.append(Grant(unit: unit, amount: given + difference)) }
            changes.append(Grant(unit: unit, amount: difference))
        }
        chain.granted.sort { $0.unit < $1.unit }
        return changes
    }

    /// Stays at the edge of the range instead of overflowing; the engine refuses long before.
    private mutating func change(_ unit: String, by difference: Int64) {
        let (sum, overflow) = (balances[unit] ?? 0).addingReportingOverflow(difference)
        balances[unit] = overflow ? (difference > 0 ? .max : .min) : sum
    }

    // MARK: Words

    /// The transaction, and the state after it as far as it touches that.
    private func news(of entry: Entry, changes: [Grant], at now: Timestamp) -> JSON {
        var members: [JSON.Member] = [JSON.Member("transaction", entry.transaction.json)]
        if !entry.terms.entitlements.isEmpty {
            let touched = entitlements(at: now).filter { entry.terms.entitlements.contains($0.id) }
            members.append(JSON.Member("entitlements", .array(touched.map(\.json))))
        }
        if !changes.isEmpty {
            let after = changes.map { JSON.Member($0.unit, .number(balances[$0.unit] ?? 0)) }
            members.append(JSON.Member("balances", .object(after)))
        }
        return .object(members)
    }

    private func headlines(for entry: Entry) -> [String] {
        switch entry.transaction.kind {
        case .purchased:
            guard entry.terms.renews else { return ["purchase.completed"] }
            let hadGroup = chains.values.contains {
                $0.key != entry.transaction.chain && $0.group == entry.terms.group && $0.renews
                    && $0.purchasedAt < entry.transaction.purchasedAt
            }
            return [hadGroup ? "subscription.resubscribed" : "subscription.started"]
        case .refunded: return ["transaction.refunded"]
        case .expired: return []
        default: return ["store.unknown-entry"]
        }
    }

    private func expiry(of chain: Chain, at end: Timestamp, reason: String) -> Telling {
        Telling(
            type: "subscription.expired", subject: chain.endSubject(end), occurredAt: end,
            data: [
                "product": .string(chain.product), "transactionId": .string(chain.transactionID),
                "reason": .string(reason),
            ])
    }

    private func balanceTellings(_ changes: [Grant], entry: Entry) -> [Telling] {
        changes.map { change in
            Telling(
                type: "balance.changed", subject: entry.transaction.subject + [change.unit],
                occurredAt: entry.transaction.occurredAt,
                data: [
                    "unit": .string(change.unit), "change": .number(change.amount),
                    "balance": .number(balances[change.unit] ?? 0), "transactionId": .string(entry.transaction.id),
                ])
        }
    }

    private func activeEntitlements(at now: Timestamp) -> [String: Entitlement] {
        var active: [String: Entitlement] = [:]
        for entitlement in entitlements(at: now) where entitlement.isActive { active[entitlement.id] = entitlement }
        return active
    }

    private func entitlementTellings(
        from before: [String: Entitlement], at now: Timestamp, subject: [String], occurredAt: Timestamp
    ) -> [Telling] {
        let after = activeEntitlements(at: now)
        return Set(before.keys).symmetricDifference(after.keys).sorted().map { name in
            let entitlement = after[name] ?? before[name]
            return Telling(
                type: after[name] == nil ? "entitlement.revoked" : "entitlement.granted", subject: subject + [name],
                occurredAt: occurredAt,
                data: [
                    "entitlement": .string(name), "product": (entitlement?.product).map { .string($0) },
                    "until": after[name]?.until.map { .string($0.rfc3339) },
                ])
        }
    }
}

extension Chain {
    init(_ entry: Entry) {
        let t = entry.transaction
        self.init(
            key: t.chain, customer: entry.customer, product: t.product, terms: entry.terms, transactionID: t.id,
            revision: t.revision, quantity: t.quantity, purchasedAt: t.purchasedAt, expiresAt: t.expiresAt,
            revokedAt: t.revokedAt)
    }

    /// Takes the entry's snapshot if it is newer than the one held.
    fileprivate mutating func take(_ entry: Entry) {
        let newer = Chain(entry)
        guard (newer.revision, newer.purchasedAt) > (revision, purchasedAt) else { return }
        var taken = newer
        taken.customer = customer
        taken.granted = granted
        taken.told = told
        taken.endTold = endTold
        self = taken
    }

    /// Whether the snapshot that counts is this one.
    fileprivate func holds(_ transaction: Transaction) -> Bool {
        transactionID == transaction.id && revision == transaction.revision
    }

    fileprivate func endSubject(_ end: Timestamp) -> [String] {
        [key.store, key.environment, key.originalID, "end", String(end.milliseconds)]
    }
}

extension Transaction {
    /// What events of it derive their ids from: its name without the revision, so that two signings tell one event.
    fileprivate var subject: [String] { [store, environment, id, kind.rawValue] }

    fileprivate var occurredAt: Timestamp {
        if kind == .purchased || kind == .spent { return purchasedAt }
        return revokedAt ?? Timestamp(milliseconds: revision)
    }
}

extension Grant {
    /// Stays at the edge of the range instead of overflowing.
    func times(_ quantity: Int64) -> Grant {
        let (product, overflow) = amount.multipliedReportingOverflow(by: quantity)
        return Grant(unit: unit, amount: overflow ? ((amount < 0) == (quantity < 0) ? .max : .min) : product)
    }
}
