import CSQLite

/// A prepared statement. Values are bound one after the other, then it is run, and is ready for the next use.
///
/// Belongs to the thread of its connection.
@safe final class SQLiteStatement {
    /// Texts and blobs up to this many bytes, all of one run together, are bound without an allocation.
    static let arenaBytes = 2048

    private let handle: OpaquePointer
    private unowned let connection: SQLiteConnection
    private let arena: UnsafeMutablePointer<UInt8>
    private var used = 0
    private var bound: Int32 = 0
    private var bindCode = SQLITE_OK

    init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
        unsafe self.handle = handle
        self.connection = connection
        unsafe arena = .allocate(capacity: Self.arenaBytes)
    }

    deinit { unsafe arena.deallocate() }

    /// Called by the connection when it closes, before the statement goes.
    func finalize() { unsafe sqlite3_finalize(handle) }
}

// MARK: Binding

extension SQLiteStatement {
    @discardableResult
    func bind(_ value: Int64) -> Self {
        bound += 1
        note(unsafe sqlite3_bind_int64(handle, bound, value))
        return self
    }

    @discardableResult
    func bind(_ value: Int64?) -> Self { if let value { bind(value) } else { bindNull() } }

    @discardableResult
    func bind(_ value: String) -> Self {
        var value = value
        value.withUTF8 { unsafe bindText(UnsafeRawBufferPointer($0)) }
        return self
    }

    @discardableResult
    func bind(_ value: String?) -> Self { if let value { bind(value) } else { bindNull() } }

    /// Binds bytes as a text; they are UTF-8.
    @discardableResult
    func bind(utf8 value: [UInt8]) -> Self {
        unsafe value.withUnsafeBytes { unsafe bindText($0) }
        return self
    }

    @discardableResult
    func bindNull() -> Self {
        bound += 1
        note(unsafe sqlite3_bind_null(handle, bound))
        return self
    }

    private func bindText(_ bytes: UnsafeRawBufferPointer) {
        bound += 1
        if let start = bytes.baseAddress, bytes.count > Self.arenaBytes - used {
            note(
                unsafe sqlite3_bind_text64(
                    handle, bound, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
                    storefront_sqlite_transient(), UInt8(SQLITE_UTF8)))
            return
        }
        // A text of no bytes needs an address too, or SQLite takes it for NULL.
        let kept = unsafe UnsafeMutableRawPointer(arena + used)
        if let start = bytes.baseAddress { unsafe kept.copyMemory(from: start, byteCount: bytes.count) }
        used += bytes.count
        note(
            unsafe sqlite3_bind_text64(
                handle, bound, kept.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
    }

    private func note(_ code: Int32) { if code != SQLITE_OK { bindCode = code } }
}

// MARK: Running

extension SQLiteStatement {
    /// Runs to the end and forgets what was bound; rows, if there are any, are passed over.
    func run() throws(SQLiteFailure) {
        defer { reset() }
        while try step() {}
    }

    /// Hands each row to `body`; the row is valid only inside it.
    func each(_ body: (SQLiteStatement) throws -> Void) throws {
        defer { reset() }
        while try step() { try body(self) }
    }

    /// Hands rows to `body` until it says false.
    func whileEach(_ body: (SQLiteStatement) throws -> Bool) throws {
        defer { reset() }
        while try step(), try body(self) {}
    }

    /// What `body` makes of the first row; nil where there is none.
    func first<Value>(_ body: (SQLiteStatement) throws -> Value) throws -> Value? {
        defer { reset() }
        return try step() ? try body(self) : nil
    }

    private func step() throws(SQLiteFailure) -> Bool {
        guard bindCode == SQLITE_OK else { throw connection.failure(bindCode) }
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw connection.failure()
        }
    }

    private func reset() {
        unsafe sqlite3_reset(handle)
        used = 0
        bound = 0
        bindCode = SQLITE_OK
    }
}

// MARK: The current row; columns count from 0

extension SQLiteStatement {
    func int(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    func optionalInt(_ column: Int32) -> Int64? { isNull(column) ? nil : int(column) }

    /// A text; empty where the column is NULL.
    func text(_ column: Int32) -> String {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// A text as its UTF-8; empty where the column is NULL.
    func utf8(_ column: Int32) -> [UInt8] {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return [] }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
}
