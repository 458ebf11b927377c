/// A thread that reads, on a connection of its own, beside the writer and other readers.
struct SQLiteReader {
    private let path: String
    private let patience: Int
    private let queue: WorkerQueue<SQLiteJob>
    private var connection: SQLiteConnection?

    init(path: String, patience: Int, queue: WorkerQueue<SQLiteJob>) {
        self.path = path
        self.patience = patience
        self.queue = queue
    }

    /// Returns once the queue is closed and empty.
    mutating func run() {
        while let jobs = queue.take(atMost: 1, waiting: nil) {
            for job in jobs {
                do { try perform(job)() } catch { job.fail(error) }
            }
        }
        connection?.close()
    }

    private mutating func perform(_ job: SQLiteJob) throws -> @Sendable () -> Void {
        do {
            let connection = try open()
            guard job.needsTransaction else { return try job.run(connection) }
            try connection.statement("BEGIN").run()
            defer { connection.rollback() }
            return try job.run(connection)
        } catch {
            if let failure = error as? SQLiteFailure, !failure.leavesConnectionUsable {
                connection?.close()
                connection = nil
            }
            throw error
        }
    }

    private mutating func open() throws -> SQLiteConnection {
        if let connection { return connection }
        let opened = try SQLiteConnection(path: path, patience: patience)
        connection = opened
        return opened
    }
}
