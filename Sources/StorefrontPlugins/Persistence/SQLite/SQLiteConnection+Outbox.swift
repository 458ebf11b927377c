import Storefront

/// Names one receiver's rows of the outbox.
struct OutboxKey: Sendable {
    var app: String
    var receiver: String
}

/// A leased row whose event's document has not been read yet.
struct StoredOutboxRow: Sendable {
    var event: StoredEvent
    var tries: Int
}

extension SQLiteConnection {
    /// Adds an event for a receiver; due at once when it is the customer's oldest there.
    func enqueue(_ event: Event, at position: Int64, _ key: OutboxKey) throws {
        try statement(
            """
            INSERT INTO outbox SELECT ?1, ?2, ?3, ?4, ?5, 0, ?6, NULL, NULL,
            CASE WHEN EXISTS(SELECT 1 FROM outbox WHERE app=?1 AND receiver=?2 AND customer=?3) THEN NULL ELSE ?6 END,
            NULL, NULL
            """
        ).bind(key.app).bind(key.receiver).bind(event.customer).bind(event.sequence).bind(position).bind(Int64.min)
            .run()
    }

    func claim(_ key: OutboxKey, lease: Lease, limit: Int) throws -> [StoredOutboxRow] {
        var heads: [(customer: String, sequence: Int64)] = []
        try statement(
            """
            SELECT customer, sequence FROM outbox INDEXED BY outbox_wake WHERE app=? AND receiver=? AND wake<=?
            ORDER BY wake, event LIMIT ?
            """
        ).bind(key.app).bind(key.receiver).bind(lease.now).bind(Int64(limit)).each { row in
            heads.append((row.text(0), row.int(1)))
        }
        var claimed: [StoredOutboxRow] = []
        for head in heads where claimed.count < limit {
            let first = claimed.count
            // The run ends at the first row that somebody else holds or that waits for its time.
            var last = head.sequence
            try statement(
                """
                SELECT o.due<=?5 AND (o.holder IS NULL OR o.leased_until<=?5), o.tries, e.* FROM outbox o
                JOIN events e ON e.position=o.event
                WHERE o.app=?1 AND o.receiver=?2 AND o.customer=?3 AND o.sequence>=?4 ORDER BY o.sequence LIMIT ?6
                """
            ).bind(key.app).bind(key.receiver).bind(head.customer).bind(head.sequence).bind(lease.now)
                .bind(Int64(limit - first)).whileEach { row in
                    guard row.int(0) != 0 else { return false }
                    claimed.append(StoredOutboxRow(event: try row.event(from: 2, self), tries: Int(row.int(1))))
                    last = row.int(8)
                    return true
                }
            guard claimed.count > first else { continue }
            try statement(
                """
                UPDATE outbox SET holder=?1, leased_until=?2, wake=iif(wake IS NULL, NULL, ?2)
                WHERE app=?3 AND receiver=?4 AND customer=?5 AND sequence BETWEEN ?6 AND ?7
                """
            ).bind(lease.holder).bind(lease.until).bind(key.app).bind(key.receiver).bind(head.customer)
                .bind(head.sequence).bind(last).run()
        }
        return claimed
    }

    func settle(_ key: OutboxKey, lease: Lease, _ verdicts: [Verdict]) throws {
        var customers: Set<CustomerID> = []
        for verdict in verdicts {
            let row = try statement(
                """
                SELECT o.customer, o.sequence FROM events e JOIN outbox o
                ON o.app=e.app AND o.receiver=?1 AND o.customer=e.customer AND o.sequence=e.sequence
                WHERE e.app=?2 AND e.id=?3 AND o.holder=?4
                """
            ).bind(key.receiver).bind(key.app).bind(verdict.event).bind(lease.holder).first { ($0.text(0), $0.int(1)) }
            guard let (customer, sequence) = row else { continue }
            customers.insert(CustomerID(app: key.app, customer: customer))
            try settle(key, customer, sequence, verdict.outcome, at: lease.now)
        }
        for id in customers { try wakeOldest(key, of: id.customer) }
    }

    private func settle(
        _ key: OutboxKey, _ customer: String, _ sequence: Int64, _ outcome: Verdict.Outcome, at now: Timestamp
    ) throws {
        switch outcome {
        case .delivered: break
        case .postponed(let until, let reason):
            try statement(
                """
                UPDATE outbox SET tries=tries+1, due=?, failed_at=?, last_error=?, holder=NULL, leased_until=NULL,
                wake=NULL WHERE app=? AND receiver=? AND customer=? AND sequence=?
                """
            ).bind(until).bind(now).bind(reason).bind(key.app).bind(key.receiver).bind(customer).bind(sequence).run()
            return
        case .released:
            try statement(
                """
                UPDATE outbox SET holder=NULL, leased_until=NULL, wake=NULL
                WHERE app=? AND receiver=? AND customer=? AND sequence=?
                """
            ).bind(key.app).bind(key.receiver).bind(customer).bind(sequence).run()
            return
        case .dead(let reason):
            try statement(
                """
                INSERT INTO dead_letters SELECT app, receiver, customer, sequence, event, ?, ? FROM outbox
                WHERE app=? AND receiver=? AND customer=? AND sequence=?
                """
            ).bind(now).bind(reason).bind(key.app).bind(key.receiver).bind(customer).bind(sequence).run()
        }
        try statement("DELETE FROM outbox WHERE app=? AND receiver=? AND customer=? AND sequence=?")
            .bind(key.app).bind(key.receiver).bind(customer).bind(sequence).run()
    }

    /// Sets when a customer's oldest row may be taken; the one that was the oldest is gone or has been cleared.
    private func wakeOldest(_ key: OutboxKey, of customer: String) throws {
        try statement(
            """
            UPDATE outbox SET wake=iif(holder IS NULL, due, max(due, leased_until))
            WHERE app=?1 AND receiver=?2 AND customer=?3 AND sequence=
            (SELECT min(sequence) FROM outbox WHERE app=?1 AND receiver=?2 AND customer=?3)
            """
        ).bind(key.app).bind(key.receiver).bind(customer).run()
    }

    /// The same for all customers of a receiver, after rows came in before the oldest ones.
    private func wakeAllOldest(_ key: OutboxKey) throws {
        try statement("UPDATE outbox SET wake=NULL WHERE app=? AND receiver=? AND wake IS NOT NULL")
            .bind(key.app).bind(key.receiver).run()
        try statement(
            """
            UPDATE outbox SET wake=iif(holder IS NULL, due, max(due, leased_until))
            WHERE app=?1 AND receiver=?2 AND sequence=(SELECT min(o.sequence) FROM outbox o
            WHERE o.app=?1 AND o.receiver=?2 AND o.customer=outbox.customer)
            """
        ).bind(key.app).bind(key.receiver).run()
    }
}

// MARK: Receivers

extension SQLiteConnection {
    func listen(app: String, _ listener: Listener) throws {
        knownState.forget()
        try statement("INSERT OR IGNORE INTO listeners VALUES(?,?,?)").bind(app).bind(listener.name)
            .bind(listener.events).run()
        guard changes == 1 else {
            try statement("UPDATE listeners SET events=? WHERE app=? AND name=?").bind(listener.events).bind(app)
                .bind(listener.name).run()
            return
        }
        let earlier = try statement("SELECT position, type, customer, sequence FROM events WHERE app=?").bind(app)
        let row = try statement("INSERT OR IGNORE INTO outbox VALUES(?,?,?,?,?,0,?,NULL,NULL,NULL,NULL,NULL)")
        try earlier.each { event in
            guard Event.matches(event.text(1), listener.events) else { return }
            try row.bind(app).bind(listener.name).bind(event.text(2)).bind(event.int(3)).bind(event.int(0))
                .bind(Int64.min).run()
        }
        try wakeAllOldest(OutboxKey(app: app, receiver: listener.name))
    }

    func unlisten(app: String, name: String) throws {
        knownState.forget()
        try statement("DELETE FROM listeners WHERE app=? AND name=?").bind(app).bind(name).run()
        try statement("DELETE FROM outbox WHERE app=? AND receiver=?").bind(app).bind(name).run()
        try statement("DELETE FROM dead_letters WHERE app=? AND receiver=?").bind(app).bind(name).run()
    }

    func revive(app: String, receiver: String?, at time: Timestamp) throws -> Int {
        var receivers: [String] = []
        try statement("SELECT DISTINCT receiver FROM dead_letters WHERE app=? AND ifnull(receiver=?, 1)")
            .bind(app).bind(receiver).each { receivers.append($0.text(0)) }
        var count = 0
        for name in receivers {
            try statement(
                """
                INSERT INTO outbox SELECT app, receiver, customer, sequence, event, 0, ?, NULL, NULL, NULL, failed_at,
                last_error FROM dead_letters WHERE app=? AND receiver=?
                """
            ).bind(time).bind(app).bind(name).run()
            count += Int(changes)
            try statement("DELETE FROM dead_letters WHERE app=? AND receiver=?").bind(app).bind(name).run()
            try wakeAllOldest(OutboxKey(app: app, receiver: name))
        }
        return count
    }

    func deliveries(app: String) throws -> [ReceiverState] {
        var states: [String: ReceiverState] = [:]
        func state(_ name: String) -> ReceiverState {
            states[name] ?? ReceiverState(receiver: name, waiting: 0, dead: 0, oldest: nil, lastError: nil)
        }
        try statement(
            """
            SELECT receiver, count, (SELECT recorded_at FROM events WHERE position=oldest)
            FROM (SELECT receiver, count(*) count, min(event) oldest FROM outbox WHERE app=? GROUP BY receiver)
            """
        ).bind(app).each { row in
            states[row.text(0)] = state(row.text(0))
            states[row.text(0)]?.waiting = Int(row.int(1))
            states[row.text(0)]?.oldest = row.optionalTime(2)
        }
        try statement("SELECT receiver, count(*) FROM dead_letters WHERE app=? GROUP BY receiver").bind(app).each {
            states[$0.text(0)] = state($0.text(0))
            states[$0.text(0)]?.dead = Int($0.int(1))
        }
        try statement(
            """
            SELECT receiver, last_error FROM (SELECT receiver, last_error, failed_at, event FROM outbox WHERE app=?1
            AND failed_at IS NOT NULL UNION ALL SELECT receiver, last_error, failed_at, event FROM dead_letters
            WHERE app=?1) ORDER BY failed_at, event
            """
        ).bind(app).each { states[$0.text(0)]?.lastError = $0.text(1) }
        return states.values.sorted { $0.receiver < $1.receiver }
    }
}
