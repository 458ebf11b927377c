import Glibc
import Storefront

/// The templates of new apps in a folder: `app/<template>/storefront.yaml`.
struct Templates {
    /// The largest template that is read, in bytes.
    static let maximumBytes = 1 << 20
    /// The most templates that are listed.
    static let maximumCount = 1000

    let folder: String

    /// The names of the templates there are, in order.
    func names() throws(StorefrontError) -> [String] {
        let path = "\(folder)/app"
        guard let directory = unsafe opendir(path) else {
            throw StorefrontError(
                .storageUnavailable, "Cannot read the templates in \(path): \(reason(errno))",
                recovery: "Install the templates that come with Storefront, or name their folder.")
        }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while names.count < Self.maximumCount, let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix("."), unsafe access(file(name), R_OK) == 0 { names.append(name) }
        }
        return names.sorted()
    }

    /// A template's text.
    ///
    /// - Throws: `invalid-request` where there is none of this name; the message lists those there are.
    func text(_ name: String) throws(StorefrontError) -> String {
        let names = try names()
        guard names.contains(name) else {
            let list = names.isEmpty ? "there are none in \(folder)/app" : "there are \(names.joined(separator: ", "))"
            let near = nearest(to: name, among: names).map { "Did you mean \($0)?" }
            throw StorefrontError(
                .invalidRequest, "There is no template \"\(YAMLText.comment(name))\"; \(list)", recovery: near)
        }
        let path = file(name)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path, reason(errno)) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while bytes.count <= Self.maximumBytes {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count > 0 { bytes += buffer[..<count] } else if errno != EINTR { throw unreadable(path, reason(errno)) }
        }
        guard bytes.count <= Self.maximumBytes else {
            throw unreadable(path, "more than \(Self.maximumBytes) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw unreadable(path, "it is not UTF-8") }
        return text
    }

    private func file(_ name: String) -> String { "\(folder)/app/\(name)/storefront.yaml" }

    private func unreadable(_ path: String, _ reason: String) -> StorefrontError {
        StorefrontError(.storageUnavailable, "Cannot read \(path): \(reason)")
    }

    private func reason(_ code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
