import Glibc

/// The thread that writes: takes all jobs that wait, runs them in one transaction, and tells their callers.
struct SQLiteWriter {
    /// The most writes that share a transaction.
    static let maximumGroup = 256
    /// How often an idle writer looks whether another process has committed.
    static let watchMilliseconds = 50

    /// From this length on the write-ahead log is moved into the database beside the writer.
    static let largeLogPages: Int32 = 1000
    /// From this length on the writer does so itself; what is left by then is little, and the log begins anew.
    static let hugeLogPages: Int32 = 8000
    /// The longest that a group waits for more callers, while as many as the last time may come.
    static let maximumGatherings = 4
    static let gatherMicroseconds: UInt32 = 30

    private let path: String
    private let schema: SQLiteSchema
    private let patience: Int
    private let queue: WorkerQueue<SQLiteJob>
    private let foreign: ForeignCommits
    private let checkpointBeside: @Sendable () -> Void
    private var connection: SQLiteConnection?
    private var dataVersion: Int64 = 0
    private var lastGroup = 0

    init(
        path: String, schema: SQLiteSchema, patience: Int, queue: WorkerQueue<SQLiteJob>, foreign: ForeignCommits,
        checkpointBeside: @escaping @Sendable () -> Void
    ) {
        self.path = path
        self.schema = schema
        self.patience = patience
        self.queue = queue
        self.foreign = foreign
        self.checkpointBeside = checkpointBeside
    }

    /// Returns once the queue is closed and empty.
    mutating func run() {
        while let jobs = queue.take(
            atMost: Self.maximumGroup, waiting: connection == nil ? nil : Self.watchMilliseconds)
        {
            if jobs.isEmpty { watch() }
            let writes = jobs.filter(\.needsTransaction)
            let others = jobs.filter { !$0.needsTransaction }
            if !writes.isEmpty { perform(others.isEmpty ? gather(writes) : writes) }
            for job in others { perform(job) }
            shortenLog()
        }
        connection?.close()
    }

    /// Waits a moment for callers who were told just now and are about to come with their next write.
    private mutating func gather(_ jobs: [SQLiteJob]) -> [SQLiteJob] {
        var jobs = jobs
        for _ in 0..<Self.maximumGatherings where jobs.count < lastGroup {
            usleep(Self.gatherMicroseconds)
            let more = queue.takeWaiting(atMost: Self.maximumGroup - jobs.count) { $0.needsTransaction }
            guard !more.isEmpty else { break }
            jobs += more
        }
        lastGroup = jobs.count
        return jobs
    }

    private mutating func watch() {
        guard let connection else { return }
        do { try noteForeignCommits(connection) } catch { dropUnlessUsable(error) }
    }

    /// Own commits do not change the number that the own connection reads; all others do.
    private mutating func noteForeignCommits(_ connection: SQLiteConnection) throws {
        let version = try connection.dataVersion()
        guard version != dataVersion else { return }
        dataVersion = version
        connection.memory?.forget()
        foreign.add()
    }

    private mutating func shortenLog() {
        guard let connection, connection.logPages >= Self.largeLogPages else { return }
        guard connection.logPages >= Self.hugeLogPages else { return checkpointBeside() }
        do { try connection.checkpoint() } catch { dropUnlessUsable(error) }
    }

    private mutating func open() throws -> SQLiteConnection {
        if let connection { return connection }
        let opened = try SQLiteConnection(path: path, patience: patience)
        do {
            try opened.migrate(schema)
            dataVersion = try opened.dataVersion()
        } catch {
            opened.close()
            throw error
        }
        opened.keepLog()
        // Whoever makes this connection wait has the lock because it is about to commit.
        opened.whileBusy = { [foreign] in foreign.add() }
        // What happened while there was none is unknown.
        foreign.add()
        connection = opened
        return opened
    }

    private mutating func dropUnlessUsable(_ error: any Error) {
        guard let failure = error as? SQLiteFailure, !failure.leavesConnectionUsable else { return }
        connection?.close()
        connection = nil
    }

    private mutating func perform(_ job: SQLiteJob) {
        do { try job.run(open())() } catch { job.fail(error) }
    }

    private mutating func perform(_ jobs: [SQLiteJob]) {
        do {
            for tell in try transact(jobs) { tell() }
        } catch let alone as OneAtATime {
            if jobs.count == 1 { jobs[0].fail(alone.cause) } else { performOneByOne(jobs) }
        } catch {
            for job in jobs { job.fail(error) }
        }
    }

    /// Each job in a transaction of its own, after one of them has spoilt the common one.
    private mutating func performOneByOne(_ jobs: [SQLiteJob]) {
        for (index, job) in jobs.enumerated() {
            do {
                for tell in try transact([job]) { tell() }
            } catch let alone as OneAtATime {
                job.fail(alone.cause)
            } catch {
                // Not even a transaction could be begun: nothing else will come of the others.
                for job in jobs[index...] { job.fail(error) }
                return
            }
        }
    }

    /// Thrown where a transaction was rolled back for a reason that may lie with one of its jobs.
    private struct OneAtATime: Error {
        var cause: any Error
    }

    /// Runs the jobs in one transaction; gives back what tells each caller how it went.
    private mutating func transact(_ jobs: [SQLiteJob]) throws -> [@Sendable () -> Void] {
        let connection: SQLiteConnection
        do {
            connection = try open()
            try connection.statement("BEGIN IMMEDIATE").run()
            try noteForeignCommits(connection)
        } catch {
            self.connection?.rollback()
            dropUnlessUsable(error)
            throw error
        }
        do {
            var answers: [@Sendable () -> Void] = []
            answers.reserveCapacity(jobs.count)
            for job in jobs { answers.append(try answer(job, connection)) }
            try connection.statement("COMMIT").run()
            return answers
        } catch {
            connection.rollback()
            dropUnlessUsable(error)
            throw OneAtATime(cause: error)
        }
    }

    /// A job that throws before it wrote anything leaves the transaction to the others.
    private func answer(_ job: SQLiteJob, _ connection: SQLiteConnection) throws -> @Sendable () -> Void {
        let before = connection.totalChanges
        do {
            return try job.run(connection)
        } catch let error where !(error is SQLiteFailure) && connection.totalChanges == before {
            return { [fail = job.fail] in fail(error) }
        }
    }
}
