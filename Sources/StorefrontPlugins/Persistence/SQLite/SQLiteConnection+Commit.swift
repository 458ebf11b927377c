import CSQLite
import Storefront

// MARK: What a change finds

extension SQLiteConnection {
    /// A customer with the entitling chains, and when it is due.
    func customer(_ id: CustomerID) throws -> (customer: Customer, due: Timestamp?) {
        var customer = Customer(id: id)
        var due: Timestamp?
        try statement("SELECT version, sequence, balances, due FROM customers WHERE app=? AND customer=?")
            .bind(id.app).bind(id.customer).first { row in
                customer.version = row.int(0)
                customer.sequence = row.int(1)
                customer.balances = try decoded("balance") { [String: Int64](json: try row.json(2, self)) }
                due = row.optionalTime(3)
            }
        try statement("SELECT * FROM chains INDEXED BY chains_entitling WHERE app=? AND customer=? AND entitles=1")
            .bind(id.app).bind(id.customer).each { row in
                let chain = try row.chain(self)
                customer.chains[chain.key] = chain
            }
        return (customer, due)
    }

    private func chain(_ key: ChainKey, app: String) throws -> Chain? {
        try statement("SELECT * FROM chains WHERE app=? AND store=? AND environment=? AND original_id=?")
            .bind(app).bind(key.store).bind(key.environment).bind(key.originalID).first { try $0.chain(self) }
    }

    func commit(for id: CustomerID, loading: Loading) throws -> Commit {
        let memory = knownState
        let known = try memory.customer(id) {
            let (customer, due) = try self.customer(id)
            return KnownState.Known(customer: customer, due: due, openAttempts: try openAttempts(id))
        }
        var customer = known.customer
        var owners: [ChainKey: String] = [:]
        for key in loading.chains where customer.chains[key] == nil {
            guard let chain = try chain(key, app: id.app) else { continue }
            if chain.customer == id.customer { customer.chains[key] = chain } else { owners[key] = chain.customer }
        }
        var attempts = known.openAttempts
        if let key = loading.attempt, attempts[key] == nil { attempts[key] = try attempt(key, of: id) }
        return Commit(
            customer: customer, recorded: try entries(loading.entries, app: id.app), foreignOwners: owners,
            attempts: attempts, listeners: try memory.listeners(id.app) { try listeners(app: id.app) }, due: known.due)
    }

    private func entries(_ names: [EntryName], app: String) throws -> [EntryName: Entry] {
        var recorded: [EntryName: Entry] = [:]
        for name in names {
            recorded[name] = try statement(
                """
                SELECT * FROM ledger
                WHERE app=? AND store=? AND environment=? AND transaction_id=? AND kind=? AND revision=?
                """
            ).bind(app).bind(name.store).bind(name.environment).bind(name.transactionID).bind(name.kind.rawValue)
                .bind(name.revision).first { try $0.entry(self) }
        }
        return recorded
    }

    private func openAttempts(_ id: CustomerID) throws -> [String: Attempt] {
        var attempts: [String: Attempt] = [:]
        try statement("SELECT * FROM attempts INDEXED BY attempts_open WHERE app=? AND customer=? AND is_open=1")
            .bind(id.app).bind(id.customer).each { row in
                let attempt = try row.attempt(self)
                attempts[attempt.key] = attempt
            }
        return attempts
    }

    private func attempt(_ key: String, of id: CustomerID) throws -> Attempt? {
        try statement("SELECT * FROM attempts WHERE app=? AND customer=? AND key=?")
            .bind(id.app).bind(id.customer).bind(key).first { try $0.attempt(self) }
    }

    private func listeners(app: String) throws -> [Listener] {
        var listeners: [Listener] = []
        try statement("SELECT name, events FROM listeners WHERE app=? ORDER BY name").bind(app).each { row in
            listeners.append(Listener(name: row.text(0), events: try row.texts(1, self)))
        }
        return listeners
    }
}

// MARK: What a change writes

extension SQLiteConnection {
    func write(_ commit: Commit, of id: CustomerID, found: Commit) throws {
        do {
            for entry in commit.newEntries { try record(entry, app: id.app) }
            for chain in commit.changedChains(from: found) { try put(chain, of: id) }
            for outgoing in commit.newEvents { try tell(outgoing) }
            for attempt in commit.changedAttempts { try put(attempt, of: id) }
            for finish in commit.finishing { try put(finish) }
            let version = commit.raisesVersion(from: found) ? found.customer.version + 1 : nil
            if let version { try put(commit, of: id, version: version) }
            knownState.note(commit, of: id, version: version)
        } catch let failure as SQLiteFailure where failure.primaryCode == SQLITE_CONSTRAINT {
            throw StorefrontError.claimed("an entry or event", at: path)
        }
    }

    private func put(_ commit: Commit, of id: CustomerID, version: Int64) throws {
        let balances = commit.customer.balances
        try statement(
            """
            INSERT INTO customers VALUES(?,?,?,?,?,?) ON CONFLICT(app, customer) DO UPDATE SET version=excluded.version,
            sequence=excluded.sequence, balances=excluded.balances, due=excluded.due
            """
        ).bind(id.app).bind(id.customer).bind(version).bind(commit.customer.sequence)
            .bind(balances.json).bind(commit.due).run()
    }

    private func record(_ entry: Entry, app: String) throws {
        let transaction = entry.transaction
        let row = try statement("INSERT INTO ledger VALUES(NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
        row.bind(app).bind(transaction.store).bind(transaction.environment).bind(transaction.id)
        row.bind(transaction.kind.rawValue).bind(transaction.revision).bind(transaction.originalID)
        row.bind(entry.customer).bind(transaction.customer).bind(transaction.orderKey).bind(transaction.product)
        row.bind(transaction.quantity).bind(transaction.purchasedAt).bind(transaction.expiresAt)
        row.bind(transaction.revokedAt).bind(transaction.ownership.rawValue).bind(transaction.offer)
        row.bind(transaction.price?.minorUnits).bind(transaction.price?.currency.code).bind(
            utf8: knownState.json(entry.terms))
        row.bind(entry.cause.rawValue).bind(entry.recordedAt)
        if let balances = entry.balances { row.bind(balances.json) } else { row.bindNull() }
        try row.run()
        try statement("INSERT OR IGNORE INTO sold_products VALUES(?,?,?)").bind(app).bind(transaction.product)
            .bind(entry.terms.type.rawValue).run()
    }

    private func put(_ chain: Chain, of id: CustomerID) throws {
        let row = try statement(
            """
            INSERT INTO chains VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
            ON CONFLICT(app, store, environment, original_id) DO UPDATE SET entitles=excluded.entitles,
            product=excluded.product, type=excluded.type, renews=excluded.renews, "group"=excluded."group",
            period=excluded.period, entitlements=excluded.entitlements, transaction_id=excluded.transaction_id,
            revision=excluded.revision, quantity=excluded.quantity, purchased_at=excluded.purchased_at,
            expires_at=excluded.expires_at, revoked_at=excluded.revoked_at, granted=excluded.granted,
            told=excluded.told, end_told=excluded.end_told WHERE customer=excluded.customer
            """)
        row.bind(id.app).bind(chain.key.store).bind(chain.key.environment).bind(chain.key.originalID)
        row.bind(id.customer).bind(chain.entitles).bind(chain.product).bind(chain.type.rawValue).bind(chain.renews)
        row.bind(chain.group).bind(chain.period?.text).bind(chain.entitlements).bind(chain.transactionID)
        row.bind(chain.revision).bind(chain.quantity).bind(chain.purchasedAt).bind(chain.expiresAt)
        row.bind(chain.revokedAt).bind(chain.granted).bind(chain.told).bind(chain.endTold)
        try row.run()
        if changes == 0 { throw StorefrontError.claimed("chain \(chain.key.originalID)", at: path) }
    }

    private func put(_ attempt: Attempt, of id: CustomerID) throws {
        try statement(
            """
            INSERT INTO attempts VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(app, customer, key) DO UPDATE SET
            product=excluded.product, quantity=excluded.quantity, offer=excluded.offer, state=excluded.state,
            is_open=excluded.is_open, transaction_id=excluded.transaction_id, revision=excluded.revision,
            failure=excluded.failure, holder=excluded.holder, ordered_at=excluded.ordered_at
            """
        ).bind(id.app).bind(id.customer).bind(attempt.key).bind(attempt.product).bind(attempt.quantity)
            .bind(attempt.offer).bind(attempt.state.rawValue).bind(attempt.state.isOpen).bind(attempt.transactionID)
            .bind(attempt.revision).bind(attempt.failure).bind(attempt.holder).bind(attempt.orderedAt).run()
    }

    private func put(_ finish: Finish) throws {
        let transaction = finish.transaction
        try statement("INSERT OR REPLACE INTO finishes VALUES(?,?,?,?,?,?,?,?,?,?)")
            .bind(transaction.app).bind(transaction.store).bind(transaction.environment).bind(transaction.id)
            .bind(finish.customer).bind(finish.product).bind(finish.since).bind(Int64(finish.tries)).bind(finish.due)
            .bind(finish.lastError).run()
    }

    private func tell(_ outgoing: OutgoingEvent) throws {
        let event = outgoing.event
        try statement("INSERT INTO events VALUES(NULL,?,?,?,?,?,?,?,?,?,?)").bind(event.app).bind(event.id)
            .bind(event.type).bind(event.customer).bind(event.environment).bind(event.sequence)
            .bind(event.cause.rawValue).bind(event.occurredAt).bind(event.recordedAt).bind(event.data).run()
        guard !outgoing.receivers.isEmpty else { return }
        let position = lastInsertedRow
        for receiver in Set(outgoing.receivers) {
            try enqueue(event, at: position, OutboxKey(app: event.app, receiver: receiver))
        }
    }

    func settle(finished: [TransactionReference], failed: [Finish]) throws {
        for transaction in finished {
            try statement("DELETE FROM finishes WHERE app=? AND store=? AND environment=? AND transaction_id=?")
                .bind(transaction.app).bind(transaction.store).bind(transaction.environment).bind(transaction.id).run()
        }
        for finish in failed {
            let transaction = finish.transaction
            try statement(
                """
                UPDATE finishes SET tries=?, due=?, last_error=?
                WHERE app=? AND store=? AND environment=? AND transaction_id=?
                """
            ).bind(Int64(finish.tries)).bind(finish.due).bind(finish.lastError).bind(transaction.app)
                .bind(transaction.store).bind(transaction.environment).bind(transaction.id).run()
        }
    }

    /// Forgets everything of an app.
    func erase(app: String) throws {
        knownState.forget()
        try statement("DELETE FROM customers WHERE app=?").bind(app).run()
        try statement("DELETE FROM chains WHERE app=?").bind(app).run()
        try statement("DELETE FROM ledger WHERE app=?").bind(app).run()
        try statement("DELETE FROM sold_products WHERE app=?").bind(app).run()
        try statement("DELETE FROM events WHERE app=?").bind(app).run()
        try statement("DELETE FROM outbox WHERE app=?").bind(app).run()
        try statement("DELETE FROM dead_letters WHERE app=?").bind(app).run()
        try statement("DELETE FROM attempts WHERE app=?").bind(app).run()
        try statement("DELETE FROM finishes WHERE app=?").bind(app).run()
        try statement("DELETE FROM listeners WHERE app=?").bind(app).run()
    }
}
