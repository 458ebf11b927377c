/// Carries one app's events to one receiver, in order per customer, and holds up no other receiver.
actor Courier {
    nonisolated let receiver: String
    nonisolated let events: [String]
    private let app: String
    private let notifier: any Notifier
    private let persistence: any Persistence
    private let surroundings: Surroundings
    /// Ends a delivery that waits for somebody who may never come.
    private let interrupt: @Sendable () -> Void
    private var round: Task<Void, Never>?
    private var isAskedAgain = false
    private var alarm: Task<Void, Never>?
    private var isClosed = false
    /// Whether the receiver has walked away from an event: no try, and nothing more for now.
    private var isLeft = false

    init(
        app: String, receiver: String, events: [String], notifier: any Notifier, persistence: any Persistence,
        surroundings: Surroundings, interrupt: @escaping @Sendable () -> Void = {}
    ) {
        self.app = app
        self.receiver = receiver
        self.events = events
        self.notifier = notifier
        self.persistence = persistence
        self.surroundings = surroundings
        self.interrupt = interrupt
    }

    /// Begins a round unless one runs; then that one goes on for what has come since.
    func wake() {
        guard !isClosed else { return }
        isAskedAgain = true
        guard round == nil else { return }
        round = Task {
            while isAskedAgain, !isClosed {
                isAskedAgain = false
                await carryAll()
            }
            round = nil
        }
    }

    /// Carries what is due, and returns when nothing is or the storage does not answer.
    func drain() async {
        wake()
        await round?.value
    }

    /// Stops after the batch under way.
    func close() async {
        isClosed = true
        alarm?.cancel()
        interrupt()
        while let round { await round.value }
        await notifier.close()
    }

    private func carryAll() async {
        do {
            while !isClosed {
                let now = surroundings.clock()
                let lease = Lease(
                    holder: "\(surroundings.presence.holder)/\(surroundings.random())", now: now,
                    until: now.advanced(byMilliseconds: EngineLimits.deliveryLease))
                let rows = try await persistence.claim(
                    app: app, receiver: receiver, lease: lease, limit: EngineLimits.deliveryBatch)
                if rows.isEmpty { return }
                let verdicts = await carry(rows)
                try await persistence.settle(app: app, receiver: receiver, lease: lease, verdicts)
                if isLeft { return isLeft = false }
            }
        } catch {
            // Whoever asked meanwhile is served when the alarm rings: asking at once would wait for the same again.
            isAskedAgain = false
            surroundings.log("\(app): events for \(receiver) wait: \(describe(error))")
            setAlarm(in: EngineLimits.firstBackOff)
        }
    }

    /// A row that fails holds up the rows of its customer behind it, and nobody else's.
    private func carry(_ rows: [OutboxRow]) async -> [Verdict] {
        var held: Set<String> = []
        var verdicts: [Verdict] = []
        for row in rows {
            if held.contains(row.event.customer) || isClosed || isLeft {
                verdicts.append(Verdict(event: row.event.id, .released))
                continue
            }
            let outcome = await carry(row)
            if case .postponed = outcome { held.insert(row.event.customer) }
            verdicts.append(Verdict(event: row.event.id, outcome))
        }
        return verdicts
    }

    private func carry(_ row: OutboxRow) async -> Verdict.Outcome {
        let reason: String
        var wait = BackOff.wait(afterTry: row.tries + 1, random: surroundings.random())
        do {
            switch try await notifier.deliver(row.event) {
            case .delivered: return .delivered
            case .never(let words): return .dead(reason: words)
            case .retryLater(let words, let after):
                reason = words
                if let after { wait = min(max(after, 0), EngineLimits.longestBackOff) }
            }
        } catch is CancellationError {
            isLeft = true
            return .released
        } catch {
            reason = describe(error)
        }
        guard row.tries + 1 < EngineLimits.deliveryTries else { return .dead(reason: reason) }
        setAlarm(in: wait)
        return .postponed(until: surroundings.clock().advanced(byMilliseconds: wait), reason: reason)
    }

    private func setAlarm(in wait: Int64) {
        guard alarm == nil, !isClosed else { return }
        let sleep = surroundings.sleep
        alarm = Task { [weak self] in
            guard (try? await sleep(wait)) != nil else { return }
            await self?.ring()
        }
    }

    private func ring() {
        alarm = nil
        wake()
    }
}

extension AppSession {
    func wakeCouriers() {
        for courier in couriers { Task { await courier.wake() } }
    }

    func dispatch() async {
        await withTaskGroup(of: Void.self) { group in
            for courier in couriers { group.addTask { await courier.drain() } }
        }
    }
}
