import Glibc

/// The process' environment variables; of two with one name the first counts, as for getenv(3).
func processEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = unsafe environ
    while let pair = unsafe entry.pointee {
        let text = unsafe String(cString: pair)
        if let equals = text.firstIndex(of: "=") {
            let name = String(text[..<equals])
            if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
        }
        unsafe entry += 1
    }
    return variables
}

/// The program's own file, links followed; nil where the system does not say.
func executablePath() -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
}
