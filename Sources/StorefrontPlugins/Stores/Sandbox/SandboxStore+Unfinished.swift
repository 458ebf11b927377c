public import Storefront
import Synchronization

extension SandboxStore {
    /// What is charged and not finished, and orders that waited in vain, until each is finished; then
    /// ``Unfinished/caughtUp``; then what comes, from this process or another.
    ///
    /// Every call begins a sequence of its own. It reads on only as it is asked to, a page at a time, and costs nothing
    /// while it waits. What is ordered from this very store does not wake sequences that are caught up: it was the
    /// order's answer, and where that was lost, the key or a fresh sequence tells. It ends when the task is cancelled or
    /// the store closed.
    public func unfinished() -> AsyncThrowingStream<Unfinished, any Error> {
        let reader = UnfinishedReader(self)
        return AsyncThrowingStream { try await reader.next() }
    }
}

/// Where one sequence stands. An actor, as a sequence may be handed on from task to task.
private actor UnfinishedReader {
    static let page = 256

    private let store: SandboxStore
    private var position: Int64 = 0
    /// The newest position when the sequence began.
    private var backlogEnd: Int64?
    private var isCaughtUp = false
    private var ready: [Unfinished] = []

    init(_ store: SandboxStore) {
        self.store = store
    }

    func next() async throws -> Unfinished? {
        while !Task.isCancelled, !store.view.isClosed {
            if let word = ready.popLast() {
                if case .transaction(let transaction) = word { store.handed.note(transaction) }
                return word
            }
            if try await readOn() { continue }
            if !isCaughtUp {
                isCaughtUp = true
                return .caughtUp
            }
            await store.file.news(for: store.view, after: position)
        }
        return nil
    }

    /// Reads the next page; false where nothing more is due now.
    private func readOn() async throws -> Bool {
        if let backlogEnd, !isCaughtUp, position >= backlogEnd { return false }
        let after = position
        let (app, rows) = try await store.read { book in
            (try book.appRow(), try book.queue(after: after, limit: Self.page))
        }
        store.view.take(app.clock)
        let end = isCaughtUp ? app.position : backlogEnd ?? app.position
        if !isCaughtUp { backlogEnd = end }
        let due = rows.filter { $0.position <= end }
        position = rows.count < Self.page ? end : min(end, rows.last?.position ?? end)
        ready = due.reversed().map(\.word)
        return !ready.isEmpty
    }
}
