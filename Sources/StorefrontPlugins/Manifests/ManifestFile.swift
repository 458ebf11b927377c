import Glibc
internal import Storefront

/// Why a file or folder could not be read, in words.
struct ManifestFileError: Error {
    var reason: String
    var isAbsent = false
    var isTooLarge = false

    init(reason: String, isTooLarge: Bool = false) {
        self.reason = reason
        self.isTooLarge = isTooLarge
    }

    init(_ code: Int32) {
        reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        isAbsent = code == ENOENT || code == ENOTDIR
    }
}

/// Reads files and folders, never more of them than a manifest may have.
enum ManifestFile {
    enum Kind {
        case file
        case folder
        case absent
    }

    static func kind(_ path: String) throws(ManifestFileError) -> Kind {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else {
            let error = ManifestFileError(errno)
            if error.isAbsent { return .absent }
            throw error
        }
        return facts.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// A regular file's bytes; one that is too large is refused by its size alone.
    static func bytes(_ path: String) throws(ManifestFileError) -> [UInt8] {
        // Not blocking, so that a pipe in a manifest's place holds nothing up.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw ManifestFileError(errno) }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0 else { throw ManifestFileError(errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw ManifestFileError(reason: "it is not a file") }
        let size = Int(facts.st_size)
        guard size <= ManifestLimits.maximumBytes else {
            throw ManifestFileError(
                reason: "it has \(size) bytes; a manifest may have at most \(ManifestLimits.maximumBytes) (16 MiB)",
                isTooLarge: true)
        }
        var failure: Int32 = 0
        // One byte more, to see that the file has not grown.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            while count <= size, let base = buffer.baseAddress {
                let got = unsafe Glibc.read(file, base + count, size + 1 - count)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { break }
                count += got
            }
        }
        guard failure == 0 else { throw ManifestFileError(failure) }
        guard bytes.count <= size else { throw ManifestFileError(reason: "it changed while it was read") }
        return bytes
    }

    /// The names in a folder that do not begin with a dot, in order.
    static func names(in folder: String) throws(ManifestFileError) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw ManifestFileError(errno) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
