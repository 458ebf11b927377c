import Foundation
import Testing

/// What readers and people at the keyboard do to a program.
@Suite("Where output goes")
struct StreamTests {
    private func started(_ words: [String], output: Any, in program: BuiltProgram) throws -> (Process, Pipe) {
        let process = Process()
        process.executableURL = BuiltProgram.executable
        process.arguments = words
        process.currentDirectoryURL = program.folder
        process.environment = ["PATH": "/usr/bin:/bin"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        return (process, errors)
    }

    @Test(
        "a reader that has left ends the program quietly",
        arguments: [["--help"], ["completions", "bash"], ["schema"]])
    func closedPipe(_ words: [String]) throws {
        let program = try BuiltProgram()
        let output = Pipe()
        try output.fileHandleForReading.close()
        let (process, errors) = try started(words, output: output.fileHandleForWriting, in: program)
        let told = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(process.terminationReason == .exit)
        #expect(told.isEmpty)
    }

    @Test("output that does not fit on the disk is told, with status 3")
    func fullDisk() throws {
        let program = try BuiltProgram()
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let (process, errors) = try started(["--help"], output: full, in: program)
        let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 3)
        #expect(told.contains("standard output: No space left on device"))
    }

    @Test("events --follow shows what other processes do, and Ctrl-C ends it with status 0")
    func follow() throws {
        let program = try BuiltProgram()
        let buy = ["purchase", "word-game", "com.acme.wordgame.coins100", "--customer", "ada", "--quiet"]
        #expect(try program.run(buy).status == 0)
        let output = Pipe()
        let (process, _) = try started(
            ["events", "word-game", "--follow", "--quiet"], output: output.fileHandleForWriting, in: program)
        try output.fileHandleForWriting.close()
        var reader = LineReader(output.fileHandleForReading)
        #expect(reader.next()?.contains("\"customer\":\"ada\"") == true)
        #expect(try program.run(buy.map { $0 == "ada" ? "bob" : $0 }).status == 0)
        while let line = reader.next(), !line.contains("\"customer\":\"bob\"") {}
        #expect(reader.last.contains("\"customer\":\"bob\""))
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(process.terminationReason == .exit)
    }
}

/// Lines of a pipe, as they come; nil at its end.
private struct LineReader {
    private let handle: FileHandle
    private var buffer = Data()
    private(set) var last = ""

    init(_ handle: FileHandle) {
        self.handle = handle
    }

    mutating func next() -> String? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                last = String(decoding: buffer[..<end], as: UTF8.self)
                buffer = Data(buffer[buffer.index(after: end)...])
                return last
            }
            let more = handle.availableData
            guard !more.isEmpty else { return nil }
            buffer += more
        }
    }
}
