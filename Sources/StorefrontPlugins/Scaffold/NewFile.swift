import Glibc
public import Storefront

/// Writes files that were not there before: whole or not at all, and never over one that is.
public enum NewFile {
    /// Writes `bytes` under `path`, in a folder that exists.
    ///
    /// The bytes go to a file of their own beside it, to the disk, and only then under the name, so that nobody sees
    /// half of them, and of two writers at once the second one fails.
    ///
    /// - Throws: `invalid-request` where the path is taken, by whatever; `storage-unavailable` where it cannot be
    ///   written, naming the path and the system's reason. Either way nothing is left behind.
    public static func write(_ bytes: [UInt8], to path: String) throws(StorefrontError) {
        let draft = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36)).new"
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { _ = unsafe unlink(draft) }
        var code = writeAll(bytes, to: descriptor)
        if code == 0, fsync(descriptor) != 0 { code = errno }
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code == 0 else { throw failure(path, code) }
        // A hard link, unlike a rename, fails where the name is taken.
        guard unsafe link(draft, path) == 0 else { throw failure(path, errno) }
    }

    /// Makes a folder and those above it; true where it was not there before.
    ///
    /// - Throws: `storage-unavailable` where it cannot be made, naming the path and the system's reason.
    public static func makeFolder(_ path: String) throws(StorefrontError) -> Bool {
        if unsafe mkdir(path, 0o755) == 0 { return true }
        switch errno {
        case EEXIST: return false
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw failure(path, ENOENT) }
            _ = try makeFolder(String(path[..<slash]))
            if unsafe mkdir(path, 0o755) == 0 { return true }
            guard errno == EEXIST else { throw failure(path, errno) }
            return false
        default: throw failure(path, errno)
        }
    }

    /// Zero, or the system's error number.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
        }
        return 0
    }

    private static func failure(_ path: String, _ code: Int32) -> StorefrontError {
        if code == EEXIST {
            return StorefrontError(
                .invalidRequest, "\(path) is there already and is not overwritten",
                recovery: "Choose another folder, or move the file away first.")
        }
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return StorefrontError(.storageUnavailable, "Cannot write \(path): \(reason)")
    }
}
