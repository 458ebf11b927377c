import Foundation
import TestSupport

/// The built executable, run in a folder of its own that has the example apps and the templates.
struct BuiltProgram {
    struct Ended {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Past this a command is taken to hang and is killed, in seconds.
    static let longestRun = 120.0

    /// Removed when the last copy of this value goes.
    private let temporary: TemporaryFolder

    var folder: URL { URL(fileURLWithPath: temporary.path) }

    /// Where the repository is: this file is three levels below it.
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static var executable: URL { BuiltProducts.folder.appendingPathComponent("storefront") }

    init() throws {
        temporary = try TemporaryFolder()
        for name in ["apps", "templates"] {
            try FileManager.default.copyItem(
                at: Self.repository.appendingPathComponent(name), to: folder.appendingPathComponent(name))
        }
    }

    func write(_ text: String, to path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func run(_ words: [String], variables: [String: String] = [:]) throws -> Ended {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = words
        process.currentDirectoryURL = folder
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path].merging(variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        // Files, not pipes: nothing can fill up.
        let id = UUID().uuidString
        let files = ["out", "err"].map { folder.appendingPathComponent(".\(id).\($0)") }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        for file in files { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        let killer = DispatchWorkItem { [pid = process.processIdentifier] in _ = kill(pid, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.longestRun, execute: killer)
        process.waitUntilExit()
        killer.cancel()
        return Ended(
            status: process.terminationStatus, output: try String(contentsOf: files[0], encoding: .utf8),
            errors: try String(contentsOf: files[1], encoding: .utf8))
    }
}
