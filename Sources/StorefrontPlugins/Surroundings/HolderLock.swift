internal import Glibc
internal import Storefront

/// A file under `<data>/holders` that this process keeps locked for as long as it lives.
///
/// flock(2): the kernel lets go of the lock when the process dies, however it dies, so a file that can be locked is a
/// dead process' file. A lock is of an open file, not of a process: two of them in one process are apart as well.
final class HolderLock: Sendable {
    /// Names tried before giving up: one is only lost to a process that cleans up at that very moment.
    static let tries = 16
    /// Files of dead processes looked at by one start.
    static let cleanedAtOnce = 1_000

    /// Unlike any other's: 128 random bits.
    let holder: String
    private let folder: String
    private let descriptor: Int32

    init(folder: String) throws {
        self.folder = folder
        try makeFolders(folder)
        Self.clean(folder)
        for _ in 0..<Self.tries {
            let name = Self.randomName()
            if let descriptor = try Self.lock(Self.path(folder, name)) {
                holder = name
                self.descriptor = descriptor
                return
            }
        }
        throw StorefrontError(.storageUnavailable, "\(folder): no lock file could be kept there")
    }

    deinit {
        unsafe unlink(Self.path(folder, holder))
        close(descriptor)
    }

    /// Whether the holder's process is certainly gone. A name that no holder can have is nobody's.
    func isGone(_ holder: String) -> Bool {
        guard Self.isName(holder) else { return true }
        return Self.removeIfDead(Self.path(folder, holder))
    }

    // MARK: Files

    private static func path(_ folder: String, _ holder: String) -> String { "\(folder)/\(holder).lock" }

    /// A name comes from a database too: it must not lead out of the folder.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    private static func randomName() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// A new file's descriptor, locked; nil where another process took the file for a dead one in between.
    private static func lock(_ path: String) throws -> Int32? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return nil }
            throw storageError(path, errno)
        }
        var opened = stat()
        var named = stat()
        let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        if isLocked, unsafe fstat(descriptor, &opened) == 0, unsafe stat(path, &named) == 0,
            opened.st_ino == named.st_ino
        {
            return descriptor
        }
        close(descriptor)
        return nil
    }

    /// Whether the file is absent, or was a dead process' one, which is then removed. A shared lock is enough to know
    /// it, and lets others look at the same time.
    private static func removeIfDead(_ path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return errno == ENOENT }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return false }
        unsafe unlink(path)
        return true
    }

    private static func clean(_ folder: String) {
        guard let directory = unsafe opendir(folder) else { return }
        defer { unsafe _ = closedir(directory) }
        for _ in 0..<cleanedAtOnce {
            guard let entry = unsafe readdir(directory) else { return }
            let file = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if file.hasSuffix(".lock"), isName(String(file.dropLast(5))) { _ = removeIfDead("\(folder)/\(file)") }
        }
    }
}

/// Makes a folder and those above it, for its owner alone.
private func makeFolders(_ path: String) throws {
    if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
        throw storageError(path, errno)
    }
    try makeFolders(String(path[..<slash]))
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw storageError(path, errno) }
}

private func storageError(_ path: String, _ number: Int32) -> StorefrontError {
    StorefrontError(.storageUnavailable, "\(path): \(unsafe String(cString: strerror(number)))")
}
