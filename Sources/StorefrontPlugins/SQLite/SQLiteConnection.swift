import CSQLite
import Glibc

/// One connection to one file: opened with the settings that durability needs, its statements kept prepared.
///
/// Belongs to the thread that opened it; SQLite blocks, so that is never one of Swift's own.
@safe final class SQLiteConnection {
    /// The longest wait for another process's lock before the call fails.
    static let maximumBusyMilliseconds = 10_000
    /// The longest single sleep while waiting for a lock.
    static let maximumNapMicroseconds: UInt32 = 2000

    let path: String
    private let maximumNaps: Int32
    private let handle: OpaquePointer
    /// By the address of their text, which is constant.
    private var statements: [UInt: SQLiteStatement] = [:]
    /// The length of the write-ahead log at the last commit here, once ``keepLog()`` was called.
    private(set) var logPages: Int32 = 0
    /// What jobs keep from one transaction to the next.
    var memory: (any SQLiteMemory)?
    /// Called again and again while another process holds the lock.
    var whileBusy: (() -> Void)?

    /// Opens a file, which is made with mode 0600 where there is none; its folder with 0700.
    ///
    /// Sets WAL and `synchronous=FULL`; a newly made file is of no use before ``migrate(_:)``.
    ///
    /// - Parameter patience: How long another process's lock is waited for, in milliseconds.
    init(path: String, patience: Int = maximumBusyMilliseconds) throws(SQLiteFailure) {
        self.path = path
        // On average half the longest nap is slept, so this many naps make the longest wait.
        maximumNaps = Int32(clamping: patience * 2000 / Int(Self.maximumNapMicroseconds))
        try Self.makeFile(path)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            unsafe sqlite3_close(opened)
            throw SQLiteFailure(code: code, message: unsafe String(cString: sqlite3_errstr(code)), path: path)
        }
        unsafe handle = opened
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_busy_handler(
            handle,
            { me, count in
                guard let me = unsafe me else { return 0 }
                return unsafe Unmanaged<SQLiteConnection>.fromOpaque(me).takeUnretainedValue().nap(count) ? 1 : 0
            }, me)
        do throws(SQLiteFailure) {
            try configure()
        } catch {
            close()
            throw error
        }
    }

    private func configure() throws(SQLiteFailure) {
        try execute("PRAGMA synchronous=FULL; PRAGMA cache_size=-16000; PRAGMA trusted_schema=OFF")
        // The change of mode asks for an exclusive lock and does not wait for it by itself.
        var naps: Int32 = 0
        while true {
            do throws(SQLiteFailure) {
                return try execute("PRAGMA journal_mode=WAL")
            } catch {
                guard error.isBusy, nap(naps) else { throw error }
                naps += 1
            }
        }
    }

    /// Frees everything; the connection is not used afterwards. Harmless when repeated.
    func close() {
        for statement in statements.values { statement.finalize() }
        statements = [:]
        unsafe sqlite3_close_v2(handle)
    }

    func failure(_ code: Int32? = nil) -> SQLiteFailure {
        let code = unsafe code ?? sqlite3_extended_errcode(handle)
        return SQLiteFailure(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)), path: path)
    }
}

/// What is known of a file's contents without reading them again.
protocol SQLiteMemory: AnyObject {
    /// Called where another process has committed, or a transaction was rolled back.
    func forget()
}

extension SQLiteConnection {
    /// The statement of this text, prepared at its first use. Take it, bind, run; never two runs of one inside another.
    func statement(_ sql: StaticString) throws(SQLiteFailure) -> SQLiteStatement {
        let key = unsafe UInt(bitPattern: sql.utf8Start)
        if let found = statements[key] { return found }
        var prepared: OpaquePointer?
        let text = unsafe UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
        let code = unsafe sqlite3_prepare_v3(
            handle, text, Int32(sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared = unsafe prepared else { throw failure(code) }
        let statement = unsafe SQLiteStatement(prepared, of: self)
        statements[key] = statement
        return statement
    }

    /// Runs statements that bind nothing and give no rows that matter.
    func execute(_ sql: String) throws(SQLiteFailure) {
        guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// Rows inserted, changed or deleted since the connection was opened.
    var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// The rows that the last statement changed.
    var changes: Int64 { unsafe sqlite3_changes64(handle) }

    /// The row id of the last row inserted.
    var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Leaves the write-ahead log as it is after commits; ``checkpoint()`` is then the owner's to call.
    func keepLog() {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_wal_hook(
            handle,
            { me, _, _, pages in
                if let me = unsafe me {
                    unsafe Unmanaged<SQLiteConnection>.fromOpaque(me).takeUnretainedValue().logPages = pages
                }
                return SQLITE_OK
            }, me)
    }

    /// Moves what is in the write-ahead log into the database, as far as no reader needs it; waits for nobody.
    func checkpoint() throws { try statement("PRAGMA wal_checkpoint(PASSIVE)").run() }

    /// Ends the open transaction without its writes, where there still is one.
    func rollback() {
        memory?.forget()
        guard isInTransaction else { return }
        try? statement("ROLLBACK").run()
    }

    /// A number that differs from the last one seen where another connection has committed in between.
    func dataVersion() throws -> Int64 { try statement("PRAGMA data_version").first { $0.int(0) } ?? 0 }
}

extension SQLiteConnection {
    /// Sleeps shortly while another process holds a lock, of unlike lengths so that two waiters do not keep step;
    /// false when it is time to give up.
    private func nap(_ count: Int32) -> Bool {
        guard count < maximumNaps else { return false }
        let spread = UInt32(truncatingIfNeeded: count) &* 2_654_435_761 >> 16
        usleep(1 + spread % Self.maximumNapMicroseconds)
        whileBusy?()
        return true
    }

    /// Makes an empty file that only its owner may use, and the folders to it. SQLite gives `-wal` the same mode.
    private static func makeFile(_ path: String) throws(SQLiteFailure) {
        guard unsafe access(path, F_OK) != 0 else { return }
        for (index, character) in path.enumerated() where character == "/" && index > 0 {
            let folder = String(path.prefix(index))
            guard unsafe access(folder, F_OK) != 0, unsafe mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
            throw systemFailure("\(folder) cannot be made", path)
        }
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw systemFailure("it cannot be made", path) }
        Glibc.close(file)
    }

    private static func systemFailure(_ what: String, _ path: String) -> SQLiteFailure {
        let number = errno
        let code = number == ENOSPC ? SQLITE_FULL : number == EROFS ? SQLITE_READONLY : SQLITE_CANTOPEN
        return SQLiteFailure(code: code, message: "\(what): \(unsafe String(cString: strerror(number)))", path: path)
    }
}
