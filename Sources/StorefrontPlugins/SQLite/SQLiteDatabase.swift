import Storefront
import Synchronization

/// One file with one writer and a few readers beside it, each on a thread of its own.
///
/// All writes that wait at one moment share a transaction, and so one flush of the disk: group commit. Construction has
/// no side effects; the file is opened, or made, at the first call, and where that fails the next call tries again.
/// Errors that reach a caller are a `StorefrontError` of `storage-unavailable`, or what the job itself threw.
final class SQLiteDatabase: Sendable {
    /// The most writes, and the most reads, that may wait; one more fails at once.
    static let maximumWaiting = 16_384
    static let readerCount = 2

    let path: String
    private let schema: SQLiteSchema
    private let patience: Int
    private let writes = WorkerQueue<SQLiteJob>(bound: maximumWaiting)
    private let reads = WorkerQueue<SQLiteJob>(bound: maximumWaiting)
    private let threads = Threads()
    private let foreign = ForeignCommits()

    /// - Parameter patience: How long another process's lock is waited for, in milliseconds.
    init(path: String, schema: SQLiteSchema, patience: Int = SQLiteConnection.maximumBusyMilliseconds) {
        self.path = path
        self.schema = schema
        self.patience = patience
    }

    deinit {
        writes.close()
        reads.close()
    }

    /// Grows, within 100 ms, when another process has committed; own commits leave it as it is.
    var foreignChanges: Int { foreign.count }

    /// Runs a job that writes, and returns once what it wrote is durable.
    ///
    /// The job may be run more than once, always with nothing of an earlier run left. It shares its transaction with
    /// others, whom it does not harm when it throws: then nothing of it is written.
    func write<Answer: Sendable>(
        _ job: @escaping @Sendable (SQLiteConnection) throws -> Answer
    ) async throws -> Answer {
        try startWriter()
        return try await hand(job, to: writes)
    }

    /// Has a job run with the next writes, and does not wait for it: one whose loss does no harm.
    ///
    /// Whoever reads with ``readLast(_:)`` afterwards sees what it wrote.
    func writeSoon(_ job: @escaping @Sendable (SQLiteConnection) throws -> Void) throws {
        try startWriter()
        let done: @Sendable () -> Void = {}
        let waiting = SQLiteJob(
            needsTransaction: true,
            run: { connection in
                try job(connection)
                return done
            },
            fail: { _ in })
        if let refusal = refusal(writes.put(waiting)) { throw refusal }
    }

    /// Runs a job that only reads, behind all writes that were handed over before.
    func readLast<Answer: Sendable>(
        _ job: @escaping @Sendable (SQLiteConnection) throws -> Answer
    ) async throws -> Answer {
        try startWriter()
        return try await hand(job, to: writes, transaction: false)
    }

    /// Runs a job that only reads, on one snapshot of the file beside the writer.
    func read<Answer: Sendable>(
        _ job: @escaping @Sendable (SQLiteConnection) throws -> Answer
    ) async throws -> Answer {
        // The writer opens first: it makes the file and brings it to the newest version.
        if !threads.hasOpened {
            try await readLast { _ in }
            threads.noteOpened()
        }
        if !readersStart()() { throw unavailable("the system has no thread to give") }
        return try await hand(job, to: reads)
    }

    /// Waits for what runs and closes the file; calls made afterwards fail.
    func close() async {
        reads.close()
        writes.close()
        await threads.allEnded()
    }

    private func hand<Answer: Sendable>(
        _ job: @escaping @Sendable (SQLiteConnection) throws -> Answer, to queue: WorkerQueue<SQLiteJob>,
        transaction: Bool = true
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            let admission = queue.put(
                SQLiteJob(
                    needsTransaction: transaction,
                    run: { connection in
                        let answer = try job(connection)
                        return { continuation.resume(returning: answer) }
                    },
                    fail: { continuation.resume(throwing: ($0 as? SQLiteFailure)?.storefrontError ?? $0) }))
            if let refusal = refusal(admission) { continuation.resume(throwing: refusal) }
        }
    }

    private func refusal(_ admission: WorkerQueue<SQLiteJob>.Admission) -> StorefrontError? {
        switch admission {
        case .taken: nil
        case .full: unavailable("more than \(Self.maximumWaiting) calls wait")
        case .closed: unavailable("it has been closed")
        }
    }

    private func startWriter() throws {
        let (path, schema, patience, writes, foreign) = (path, schema, patience, writes, foreign)
        let checkpoint = checkpoint()
        let isStarted = threads.startOnce(.writer, count: 1) {
            var writer = SQLiteWriter(
                path: path, schema: schema, patience: patience, queue: writes, foreign: foreign,
                checkpointBeside: checkpoint)
            writer.run()
        }
        if !isStarted { throw unavailable("the system has no thread to give") }
    }

    /// What starts the readers unless this was done before; it keeps nothing alive that keeps it.
    private func readersStart() -> @Sendable () -> Bool {
        { [path, patience, reads, threads] in
            threads.startOnce(.readers, count: Self.readerCount) {
                var reader = SQLiteReader(path: path, patience: patience, queue: reads)
                reader.run()
            }
        }
    }

    /// What hands a checkpoint to a reader, unless one is under way.
    private func checkpoint() -> @Sendable () -> Void {
        let start = readersStart()
        return { [reads, threads] in
            guard start(), threads.beginCheckpoint() else { return }
            let done: @Sendable () -> Void = { threads.endCheckpoint() }
            let job = SQLiteJob(
                needsTransaction: false,
                run: { connection in
                    try connection.checkpoint()
                    return done
                },
                fail: { _ in done() })
            if reads.put(job) != .taken { done() }
        }
    }

    private func unavailable(_ what: String) -> StorefrontError {
        StorefrontError(.storageUnavailable, "\(path): \(what)")
    }
}

/// One call on its way to a thread.
struct SQLiteJob: Sendable {
    /// False where an open file is all it needs, which no other process's lock can delay.
    var needsTransaction: Bool
    /// Runs it and gives back what tells the caller, to be called when the transaction has ended well.
    var run: @Sendable (SQLiteConnection) throws -> @Sendable () -> Void
    var fail: @Sendable (any Error) -> Void
}

/// Counts other processes' commits.
final class ForeignCommits: Sendable {
    private let changes = Atomic<Int>(0)

    var count: Int { changes.load(ordering: .acquiring) }
    func add() { changes.wrappingAdd(1, ordering: .releasing) }
}

/// Which threads of one database were started, and who waits for their end.
final class Threads: Sendable {
    enum Kind { case writer, readers }

    private struct State {
        var started: Set<Kind> = []
        var running = 0
        var hasOpened = false
        var isCheckpointing = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var hasOpened: Bool { state.withLock(\.hasOpened) }
    func noteOpened() { state.withLock { $0.hasOpened = true } }

    /// False where one is under way.
    func beginCheckpoint() -> Bool {
        state.withLock { state in
            defer { state.isCheckpointing = true }
            return !state.isCheckpointing
        }
    }

    func endCheckpoint() { state.withLock { $0.isCheckpointing = false } }

    /// Starts so many threads unless this was done before; false where not one of them could be started.
    func startOnce(_ kind: Kind, count: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard !state.started.contains(kind) else { return true }
            for _ in 0..<count
            where startThread({ [self] in
                body(); ended()
            }) {
                state.running += 1
                state.started.insert(kind)
            }
            return state.started.contains(kind)
        }
    }

    private func ended() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func allEnded() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.running > 0 { state.waiters.append(continuation) }
                return state.running == 0
            }
            if isOver { continuation.resume() }
        }
    }
}
