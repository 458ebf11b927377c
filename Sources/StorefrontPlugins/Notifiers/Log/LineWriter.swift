import Glibc

/// Puts whole lines where other processes may put theirs at the same time.
enum LineWriter {
    struct Failure: Error {
        var message: String
    }

    /// Tries of one call that signals interrupt, and pieces that one line is taken in.
    private static let maximumTries = 1_000

    /// Writes a line to standard error; fails, rather than waits or dies of `SIGPIPE`, where the reader at the other
    /// end of a pipe does not read or has gone.
    static func standardError(_ line: [UInt8]) throws(Failure) {
        var state = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&state, 1, 0) == 1, Int32(state.revents) & POLLOUT != 0, Int32(state.revents) & POLLERR == 0
        else { throw Failure(message: "standard error cannot be written now") }
        var rest = line[...]
        for _ in 0..<maximumTries where !rest.isEmpty {
            rest = rest.dropFirst(try write(rest, to: STDERR_FILENO, path: "standard error"))
        }
        guard rest.isEmpty else { throw Failure(message: "standard error takes no whole line") }
    }

    /// Appends a line to a file in one write; a half line that a crash left behind is ended first, and a line that
    /// the disk has no room for is taken back.
    static func append(_ line: [UInt8], to path: String) throws(Failure) {
        let file = try open(path)
        defer { _ = Glibc.close(file) }
        var status = try status(of: file, path: path)
        if status.st_mode & S_IFMT == S_IFCHR {
            _ = try write(line[...], to: file, path: path)
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(message: "\(path) is no regular file") }
        try retried(path) { flock(file, LOCK_EX) }
        status = try Self.status(of: file, path: path)
        let end = status.st_size
        let lineEnd = UInt8(ascii: "\n")
        let isWhole = end == 0 ? true : try lastByte(of: file, end: end, path: path) == lineEnd
        let bytes = isWhole ? line : [lineEnd] + line
        do throws(Failure) {
            let written = try write(bytes[...], to: file, path: path)
            guard written == bytes.count else { throw Failure(message: "\(path): no room for a whole line") }
        } catch {
            _ = ftruncate(file, end)
            throw error
        }
    }

    private static func open(_ path: String) throws(Failure) -> Int32 {
        let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        var file = unsafe Glibc.open(path, flags, 0o600)
        if file < 0, errno == ENOENT {
            makeFolders(above: path)
            file = unsafe Glibc.open(path, flags, 0o600)
        }
        guard file >= 0 else { throw failure(path) }
        return file
    }

    /// Makes what is missing of the folders that a file is in; what fails shows when the file is opened.
    private static func makeFolders(above path: String) {
        for index in path.indices.dropFirst() where path[index] == "/" {
            _ = unsafe mkdir(String(path[..<index]), 0o700)
        }
    }

    private static func status(of file: Int32, path: String) throws(Failure) -> stat {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw failure(path) }
        return status
    }

    private static func lastByte(of file: Int32, end: off_t, path: String) throws(Failure) -> UInt8 {
        var byte: UInt8 = 0
        guard unsafe pread(file, &byte, 1, end - 1) == 1 else { throw failure(path) }
        return byte
    }

    /// How many bytes one write took.
    private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32, path: String) throws(Failure) -> Int {
        var written = 0
        try retried(path) {
            written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            return written < 0 ? -1 : 0
        }
        return written
    }

    /// Calls again what a signal has interrupted.
    private static func retried(_ path: String, _ call: () -> Int32) throws(Failure) {
        for _ in 0..<maximumTries {
            if call() == 0 { return }
            guard errno == EINTR else { break }
        }
        throw failure(path)
    }

    private static func failure(_ path: String) -> Failure {
        let code = errno
        return Failure(
            message: "\(path): \(unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)")")
    }
}
