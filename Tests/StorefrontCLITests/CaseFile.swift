import Foundation

/// A file of steps: the arguments of a command above a line of dashes, what it prints below.
///
///     # What this shows.
///     balance word-game --customer ada
///     ---- 0
///     UNIT   BALANCE
///     coins      100
///     ! a line of standard error
///     ====
///     file apps/x/storefront.yaml
///     ----
///     the file's text
///
/// The number behind the dashes is the exit status (0 where there is none). Words like `A=b` before the arguments are
/// environment variables. `{{tx}}` stands for a word that is the same wherever it is named so, in arguments too;
/// `{{time}}` for any time, `{{*}}` for anything on a line, a line `{{...}}` for any number of lines. Where no `!` line
/// is given, standard error is not looked at.
struct CaseFile {
    struct Step {
        var words: [String]
        var status: Int32
        var output: [String]
        var errors: [String]?
        var line: Int
    }

    var steps: [Step] = []

    init(_ text: String) throws {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        var index = 0
        while index < lines.count {
            while index < lines.count, lines[index].isEmpty || lines[index].hasPrefix("#") { index += 1 }
            guard index + 1 < lines.count, lines[index + 1].hasPrefix("----") else {
                throw Malformed(line: index + 1)
            }
            let end = lines[index...].firstIndex(of: "====") ?? lines.count
            let below = lines[(index + 2)..<end]
            let errors = below.filter { $0.hasPrefix("! ") }.map { String($0.dropFirst(2)) }
            steps.append(
                Step(
                    words: Self.words(lines[index]), status: Int32(lines[index + 1].dropFirst(5)) ?? 0,
                    output: below.filter { !$0.hasPrefix("! ") }, errors: errors.isEmpty ? nil : errors,
                    line: index + 1))
            index = end + 1
        }
    }

    struct Malformed: Error {
        var line: Int
    }

    /// Words parted by blanks; single or double quotes keep blanks.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character == " " {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}

/// Compares lines with patterns that have placeholders, and remembers what each name stood for.
struct Matcher {
    var names: [String: String] = [:]

    /// The text with the placeholders that are known filled in.
    func filled(_ text: String) -> String {
        names.reduce(text) { $0.replacingOccurrences(of: "{{\($1.key)}}", with: $1.value) }
    }

    mutating func matches(_ patterns: ArraySlice<String>, _ lines: ArraySlice<String>) -> Bool {
        guard let pattern = patterns.first else { return lines.isEmpty }
        if pattern == "{{...}}" {
            for start in lines.startIndex...lines.endIndex where matches(patterns.dropFirst(), lines[start...]) {
                return true
            }
            return false
        }
        guard let line = lines.first else { return false }
        let before = names
        if matches(line: filled(pattern)[...], line[...]), matches(patterns.dropFirst(), lines.dropFirst()) {
            return true
        }
        names = before
        return false
    }

    private mutating func matches(line pattern: Substring, _ text: Substring) -> Bool {
        guard let open = Self.opening(in: pattern), let close = pattern[open.upperBound...].range(of: "}}") else {
            return pattern == text
        }
        let literal = pattern[..<open.lowerBound]
        guard text.hasPrefix(literal) else { return false }
        let name = String(pattern[open.upperBound..<close.lowerBound])
        let rest = text.dropFirst(literal.count)
        var length = name == "*" ? rest.count : rest.prefix { $0.isLetter || $0.isNumber || "_-.:+".contains($0) }.count
        while length >= (name == "*" ? 0 : 1) {
            let value = String(rest.prefix(length))
            let before = names
            if name != "*", name != "time" { names[name] = value }
            if name != "time" || Self.isTime(value) {
                let next = Matcher(names: names).filled(String(pattern[close.upperBound...]))
                if matches(line: next[...], rest.dropFirst(length)) { return true }
            }
            names = before
            length -= 1
        }
        return false
    }

    /// Two braces that no third one follows: in `{{{*}}` the first one is JSON's.
    private static func opening(in pattern: Substring) -> Range<Substring.Index>? {
        var rest = pattern
        while let found = rest.range(of: "{{") {
            if pattern[found.upperBound...].first != "{" { return found }
            rest = pattern[pattern.index(after: found.lowerBound)...]
        }
        return nil
    }

    private static func isTime(_ text: String) -> Bool {
        text.count == 24 && text.hasSuffix("Z") && text.dropFirst(10).first == "T"
    }
}
