import Foundation
import Testing

@Suite("The command line as a user types it")
struct CaseTests {
    static let cases: [String] = {
        let folder = BuiltProgram.repository.appendingPathComponent("Tests/StorefrontCLITests/Cases")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".case") }.sorted()
    }()

    @Test("the cases are found")
    func found() {
        #expect(!Self.cases.isEmpty)
    }

    @Test("every command of a case prints and ends as the file says", arguments: cases)
    func steps(_ name: String) throws {
        let path = BuiltProgram.repository.appendingPathComponent("Tests/StorefrontCLITests/Cases/\(name)")
        let file = try CaseFile(try String(contentsOf: path, encoding: .utf8))
        let program = try BuiltProgram()
        var matcher = Matcher()
        for step in file.steps {
            if step.words.first == "file" {
                try program.write(step.output.joined(separator: "\n") + "\n", to: step.words[1])
                continue
            }
            let variables = step.words.prefix { $0.contains("=") && !$0.hasPrefix("-") }
            let ended = try program.run(
                step.words.dropFirst(variables.count).map { matcher.filled($0) },
                variables: Dictionary(
                    uniqueKeysWithValues: variables.map { pair in
                        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                        return (String(parts[0]), String(parts[1]))
                    }))
            let place = "\(name):\(step.line): \(step.words.joined(separator: " "))"
            let told = "\(place)\n\(ended.output)--- standard error\n\(ended.errors)"
            #expect(ended.status == step.status, "\(told)")
            let isExpected = matcher.matches(step.output[...], Self.lines(ended.output)[...])
            #expect(isExpected, "\(told)")
            if let errors = step.errors {
                let isToldAsExpected = matcher.matches(errors[...], Self.lines(ended.errors)[...])
                #expect(isToldAsExpected, "\(told)")
            }
        }
    }

    private static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
