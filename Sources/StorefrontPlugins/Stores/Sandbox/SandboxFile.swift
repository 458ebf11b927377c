import Storefront
import Synchronization

/// One sandbox file and the stores that are open on it: one database however many apps.
///
/// It is opened by the first call and closed behind the last store that is closed.
final class SandboxFile: Sendable {
    /// How often it is looked, while somebody waits, whether another process has written, in milliseconds.
    static let watchMilliseconds = 100

    let database: SQLiteDatabase
    private let state = Mutex(State())
    /// The database's count of changes as it was looked at last; at first none of them.
    private let seenChanges = Atomic<Int>(-1)
    private let hasMissed = Atomic(false)

    private struct State {
        var views: [String: [SandboxView]] = [:]
        var count = 0
        /// Sequences that wait for news.
        var awaiting = 0
        var isWatching = false
        var isClosed = false
    }

    /// A file with its first store counted in.
    init(path: String, opening view: SandboxView) {
        database = SQLiteDatabase(path: path, schema: SandboxSchema.current)
        state.withLock { state in
            state.views = [view.app: [view]]
            state.count = 1
        }
    }

    /// Counts a store in; false where the file was closed behind the last one.
    func join(_ view: SandboxView) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.views[view.app, default: []].append(view)
            state.count += 1
            return true
        }
    }

    /// Counts a store out.
    func leave(_ view: SandboxView) async {
        guard view.close() else { return }
        let isLast = state.withLock { state in
            state.views[view.app]?.removeAll { $0 === view }
            if state.views[view.app]?.isEmpty ?? false { state.views[view.app] = nil }
            state.count -= 1
            state.isClosed = state.count == 0
            return state.isClosed
        }
        if isLast { await database.close() }
    }

    /// Tells the stores of an app, but for one that knows, of a new position in the queue.
    func announce(_ position: Int64, app: String, except knowing: SandboxView? = nil) {
        for view in views(of: app) where view !== knowing { view.announce(position) }
    }

    func take(_ clock: SandboxClock, app: String) {
        for view in views(of: app) { view.take(clock) }
    }

    private func views(of app: String) -> [SandboxView] { state.withLock { $0.views[app] ?? [] } }

    // MARK: Other processes

    /// Takes in what another process has written, off the caller's way; next to nothing where none has.
    func noticeOthers() {
        let changes = database.foreignChanges
        guard seenChanges.load(ordering: .relaxed) != changes,
            seenChanges.exchange(changes, ordering: .relaxed) != changes
        else { return }
        Task { await refresh() }
    }

    /// Waits for news, and sees to it that those of other processes are noticed meanwhile.
    func news(for view: SandboxView, after position: Int64) async {
        let shallWatch = state.withLock { state in
            state.awaiting += 1
            defer { state.isWatching = true }
            return !state.isWatching
        }
        if shallWatch { Task { await watch() } }
        await view.news(after: position)
        state.withLock { $0.awaiting -= 1 }
    }

    /// One for the file, whatever the number of apps, and only while somebody waits.
    private func watch() async {
        while shallGoOnWatching() {
            try? await Task.sleep(for: .milliseconds(Self.watchMilliseconds))
            if hasMissed.exchange(false, ordering: .relaxed) { await refresh() } else { noticeOthers() }
        }
    }

    private func shallGoOnWatching() -> Bool {
        state.withLock { state in
            state.isWatching = state.awaiting > 0
            return state.isWatching
        }
    }

    /// Where it fails, what was known last counts; it is tried again by the watch, never by callers of the clock, who
    /// are many.
    private func refresh() async {
        do {
            for row in try await database.read({ try SandboxBook.apps(in: $0) }) {
                take(row.clock, app: row.app)
                announce(row.position, app: row.app)
            }
        } catch {
            hasMissed.store(true, ordering: .relaxed)
        }
    }
}
