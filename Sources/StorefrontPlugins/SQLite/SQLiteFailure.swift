import CSQLite
import Storefront

/// What SQLite refused, with its extended code. Bound values are never part of it.
struct SQLiteFailure: Error, Sendable {
    /// An extended result code, or ``newerSchema`` or ``foreignFile``.
    var code: Int32
    var message: String
    var path: String

    /// A file that a newer program has migrated.
    static let newerSchema: Int32 = -1
    /// A database that another program made.
    static let foreignFile: Int32 = -2

    var primaryCode: Int32 { code < 0 ? code : code & 0xFF }

    /// Whether somebody else's lock was in the way; worth the next try by itself.
    var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_PROTOCOL }

    /// Whether the connection is as good as before: all other causes are met with a fresh one.
    var leavesConnectionUsable: Bool { isBusy || primaryCode == SQLITE_FULL || primaryCode == SQLITE_CONSTRAINT }

    var storefrontError: StorefrontError {
        StorefrontError(.storageUnavailable, "\(path): \(what)", recovery: recovery)
    }

    private var what: String {
        switch primaryCode {
        case SQLITE_FULL: "the disk is full"
        case SQLITE_READONLY: "the file cannot be written to"
        case SQLITE_BUSY, SQLITE_PROTOCOL, SQLITE_LOCKED:
            "the database is locked by another process"
        case SQLITE_NOTADB, SQLITE_CORRUPT: "the database is damaged (\(message)); it was left as it is"
        case SQLITE_CANTOPEN: "the file cannot be opened (\(message))"
        default: message
        }
    }

    private var recovery: String {
        switch primaryCode {
        case SQLITE_FULL: "Free some space and try again; nothing was written, and what was charged is delivered then."
        case SQLITE_READONLY: "Allow this user to write to the file and its folder, then try again."
        case SQLITE_BUSY, SQLITE_PROTOCOL, SQLITE_LOCKED:
            "Find the program that holds the file open and let it finish, then try again."
        case SQLITE_NOTADB, SQLITE_CORRUPT:
            "Put a backup in its place, or move the file away to begin with an empty one; it is never replaced for you."
        case Self.newerSchema: "Use the newer version of Storefront that made it, or another file."
        case Self.foreignFile: "Name another file; this one belongs to another program."
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: "Check that this user may use the folder, then try again."
        default: StorefrontError.Code.storageUnavailable.recovery
        }
    }
}
