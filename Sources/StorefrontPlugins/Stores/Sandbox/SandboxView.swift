import Storefront
import Synchronization

/// What one open store knows of its app without asking the file: the clock, and how far the news go.
final class SandboxView: Sendable {
    let app: String
    private let offset = Atomic<Int64>(0)
    private let latestWall = Atomic<Int64>(.min)
    private let state = Mutex(State())

    private struct State {
        var clockVersion: Int64 = -1
        /// The newest position in the queue that was announced.
        var position: Int64 = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
        var isClosed = false
    }

    init(app: String) {
        self.app = app
    }

    // MARK: The clock

    /// The sandbox's time; it goes back only when the sandbox is reset, though the wall's may step back.
    func now(at wall: Timestamp) -> Timestamp {
        SandboxTime.now(at: latest(wall), offset: offset.load(ordering: .relaxed))
    }

    /// The latest wall time seen so far.
    func latest(_ wall: Timestamp) -> Timestamp {
        Timestamp(milliseconds: latestWall.max(wall.milliseconds, ordering: .relaxed).newValue)
    }

    /// Takes in the clock as the file has it, unless a newer one is known.
    func take(_ clock: SandboxClock) {
        state.withLock { state in
            guard clock.version > state.clockVersion else { return }
            state.clockVersion = clock.version
            offset.store(clock.offset, ordering: .relaxed)
        }
    }

    // MARK: News

    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Wakes those who wait for something behind an earlier position.
    func announce(_ position: Int64) {
        resume { state in
            guard position > state.position else { return false }
            state.position = position
            return true
        }
    }

    /// Nobody waits from now on.
    ///
    /// - Returns: Whether it was open until now.
    func close() -> Bool {
        resume { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
    }

    /// Returns once something behind `position` was announced, the store is closed or the task is cancelled.
    func news(after position: Int64) async {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    if state.isClosed || state.position > position || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }

    /// Makes a change, and wakes all who wait where it says so; what it said.
    @discardableResult
    private func resume(_ change: (inout sending State) -> Bool) -> Bool {
        let woken: [CheckedContinuation<Void, Never>]? = state.withLock { state in
            guard change(&state) else { return nil }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in woken ?? [] { continuation.resume() }
        return woken != nil
    }
}

/// How far an app's clock is ahead of the wall's.
struct SandboxClock: Sendable, Equatable {
    /// In milliseconds.
    var offset: Int64
    /// Grows each time that the clock is moved or set back.
    var version: Int64
}
