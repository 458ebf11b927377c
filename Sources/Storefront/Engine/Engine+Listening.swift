import Synchronization

extension Engine {
    /// Hears an app's events in this process under a name that outlives it: each event once for each name, from the
    /// app's first on, in order per customer.
    ///
    /// An event counts as heard when `hear` returns; one that it throws for comes again, and holds up no other
    /// listener. A second listener of a name takes the first one's place. `hear` may end the listening.
    /// - Parameter events: Types asked for, as in a manifest; none means all.
    public func listen(
        to app: String, as name: String, events: [String] = [],
        _ hear: @escaping @Sendable (Event) async throws -> Void
    ) async throws -> Listening {
        try await listen(to: app, as: name, events: events, interrupt: {}, hear)
    }

    private func listen(
        to app: String, as name: String, events: [String], interrupt: @escaping @Sendable () -> Void,
        _ hear: @escaping @Sendable (Event) async throws -> Void
    ) async throws -> Listening {
        let session = try await session(app)
        try Ordering.check(name, "listener's name")
        let parts = try session.parts()
        let receiver = "listener:\(name)"
        let courier = Courier(
            app: session.app, receiver: receiver, events: events, notifier: Hearer(hear: hear),
            persistence: parts.persistence, surroundings: surroundings, interrupt: interrupt)
        if let replaced = session.put(courier, listening: receiver) { Task { await replaced.close() } }
        try await parts.persistence.listen(app: session.app, Listener(name: receiver, events: events))
        await courier.wake()
        return Listening(session: session, receiver: receiver, courier: courier)
    }

    /// The same as a sequence: an event counts as heard when the next one is asked for. Ending the loop ends it, and
    /// so does closing the engine.
    public func events(of app: String, as name: String, events: [String] = []) async throws -> EventStream {
        let handOver = HandOver()
        let listening = try await listen(
            to: app, as: name, events: events, interrupt: { handOver.close() }
        ) { try await handOver.give($0) }
        return EventStream(handOver: handOver, listening: listening)
    }
}

/// A listener that hears.
public struct Listening: Sendable {
    let session: AppSession
    let receiver: String
    let courier: Courier

    /// Stops hearing; events wait for the next listener of the name. Fine to call from inside the listener.
    public func pause() {
        guard session.takeListener(receiver, if: courier) else { return }
        Task { await courier.close() }
    }

    /// Stops hearing and forgets the name and what it had yet to hear.
    public func cancel() async throws {
        pause()
        try await session.parts().persistence.unlisten(app: session.app, name: receiver)
    }
}

private struct Hearer: Notifier {
    let hear: @Sendable (Event) async throws -> Void

    func deliver(_ event: Event) async throws -> Delivery {
        try await hear(event)
        return .delivered
    }

    func close() async {}
}

/// An app's events, one at a time.
public struct EventStream: AsyncSequence, Sendable {
    let handOver: HandOver
    let listening: Listening

    public final class Iterator: AsyncIteratorProtocol {
        private let handOver: HandOver
        private let listening: Listening

        init(handOver: HandOver, listening: Listening) {
            self.handOver = handOver
            self.listening = listening
        }

        public func next() async -> Event? {
            let handOver = handOver
            return await withTaskCancellationHandler {
                await handOver.take()
            } onCancel: {
                handOver.close()
            }
        }

        deinit {
            handOver.close()
            listening.pause()
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(handOver: handOver, listening: listening) }
}

/// Passes one event at a time from a courier to whoever asks, and tells the courier when it was taken up.
final class HandOver: Sendable {
    private struct State {
        var given: Event?
        var giver: CheckedContinuation<Void, any Error>?
        var taker: CheckedContinuation<Event?, Never>?
        /// Whether the event that was taken is still in the taker's hands.
        var isOut = false
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Returns when the event was taken and the next one asked for.
    func give(_ event: Event) async throws {
        try await withCheckedThrowingContinuation { (giver: CheckedContinuation<Void, any Error>) in
            let (taker, isClosed) = state.withLock { state in
                guard !state.isClosed else { return (nil as CheckedContinuation<Event?, Never>?, true) }
                state.giver = giver
                guard let taker = state.taker else {
                    state.given = event
                    return (nil, false)
                }
                (state.taker, state.isOut) = (nil, true)
                return (taker, false)
            }
            if isClosed { giver.resume(throwing: CancellationError()) }
            taker?.resume(returning: event)
        }
    }

    func take() async -> Event? {
        await withCheckedContinuation { (taker: CheckedContinuation<Event?, Never>) in
            let (event, giver, isWaiting) = state.withLock { state in
                var done: CheckedContinuation<Void, any Error>?
                if state.isOut { (done, state.giver, state.isOut) = (state.giver, nil, false) }
                if let event = state.given {
                    (state.given, state.isOut) = (nil, true)
                    return (event as Event?, done, false)
                }
                guard !state.isClosed else { return (nil, done, false) }
                state.taker = taker
                return (nil, done, true)
            }
            giver?.resume()
            if !isWaiting { taker.resume(returning: event) }
        }
    }

    /// The giver hears that its event was not heard; the taker that there is no more.
    func close() {
        let (giver, taker) = state.withLock { state in
            defer {
                (state.given, state.giver, state.taker, state.isOut, state.isClosed) = (nil, nil, nil, false, true)
            }
            return (state.giver, state.taker)
        }
        giver?.resume(throwing: CancellationError())
        taker?.resume(returning: nil)
    }
}
