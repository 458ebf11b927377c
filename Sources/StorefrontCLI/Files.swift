import Glibc
import Storefront

/// A file's bytes.
///
/// - Throws: `invalid-request` where there is none or it is larger; `storage-unavailable` where it cannot be read.
func readFile(_ path: String, atMost limit: Int) throws -> [UInt8] {
    // Not blocking, so that a pipe in a file's place holds nothing up.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
        let code: StorefrontError.Code = errno == ENOENT ? .invalidRequest : .storageUnavailable
        throw StorefrontError(code, "\(path): \(systemMessage(errno))", recovery: "Name a file that can be read.")
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw StorefrontError(.invalidRequest, "\(path): it is not a file", recovery: "Name a file that can be read.")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= limit {
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        if count == 0 { return bytes }
        if count > 0 {
            bytes += chunk[..<count]
        } else if errno != EINTR {
            throw StorefrontError(
                .storageUnavailable, "\(path): \(systemMessage(errno))", recovery: "Name a file that can be read.")
        }
    }
    throw StorefrontError(.invalidRequest, "\(path): larger than \(limit) bytes", recovery: "Name a smaller file.")
}

func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

func lastComponent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}

func withoutTrailingSlash(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
}

/// The path from the root, with `.` and `..` taken out; the file need not be there.
func absolutePath(_ path: String) throws -> String {
    var whole = path
    if !path.hasPrefix("/") {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard unsafe getcwd(&buffer, buffer.count) != nil else {
            throw StorefrontError(.storageUnavailable, "the working directory: \(systemMessage(errno))")
        }
        whole = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + "/" + path
    }
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
        if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
}
