/// How diagnostics are written out.
public enum DiagnosticFormat: String, Sendable, CaseIterable {
    /// The compiler's form with the source line, for people.
    case text
    /// One JSON document: `{"valid","files","diagnostics":[…]}`.
    case json
    /// Annotations of a GitHub workflow, one a line.
    case github
    /// SARIF 2.1.0, for code-scanning tools.
    case sarif

    /// Writes diagnostics out; what comes ends in a line break unless there is nothing to say.
    ///
    /// - Parameters:
    ///   - sources: The lines to show beside the messages (text only).
    ///   - files: How many files were read.
    public func render(_ diagnostics: [Diagnostic], sources: SourceLines = SourceLines(), files: Int = 1) -> String {
        switch self {
        case .text: diagnostics.map { $0.text(sources[$0.file, $0.place.line]) }.joined()
        case .json: DiagnosticFormat.document(diagnostics, files: files).prettyText + "\n"
        case .github: diagnostics.map { $0.annotation + "\n" }.joined()
        case .sarif: SARIF.document(diagnostics).prettyText + "\n"
        }
    }

    /// The document of ``json``.
    public static func document(_ diagnostics: [Diagnostic], files: Int) -> JSON {
        [
            "valid": .bool(!diagnostics.contains { $0.severity == .error }),
            "files": .number(files),
            "diagnostics": .array(diagnostics.map(\.json)),
        ]
    }
}

extension Diagnostic {
    var json: JSON {
        [
            "file": .string(file), "line": .number(place.line), "column": .number(place.column),
            "endColumn": .number(place.endColumn), "severity": .string(severity.rawValue), "rule": .string(rule),
            "message": .string(message), "suggestion": suggestion.map(JSON.string),
        ]
    }

    /// The message with what was probably meant.
    var advice: String {
        guard let suggestion else { return message }
        return "\(message); did you mean \"\(ManifestText.quotable(suggestion))\"?"
    }

    fileprivate func text(_ line: String?) -> String {
        let name = ManifestText.visible(file.unicodeScalars)
        let head = "\(name):\(place.line):\(place.column): \(severity.rawValue): \(advice) [\(rule)]\n"
        guard let line, !line.isEmpty else { return head }
        let (excerpt, lead, width) = excerpt(of: Array(line.unicodeScalars))
        let number = String(place.line)
        let margin = String(repeating: " ", count: max(0, 5 - number.count))
        let blank = String(repeating: " ", count: 5 + max(0, number.count - 5))
        let underline = "^" + String(repeating: "~", count: max(0, width - 1))
        return head + "\(margin)\(number) | \(excerpt)\n\(blank) | \(lead)\(underline)\n"
    }

    /// The part of a line that is shown, the blanks that lead to the place (tabs stay tabs), and the place's width.
    private func excerpt(of line: [Unicode.Scalar]) -> (String, String, Int) {
        let column = min(place.column - 1, line.count)
        let limit = ManifestLimits.maximumExcerpt
        let first = line.count <= limit || column < limit / 2 ? 0 : column - limit / 4
        let last = min(line.count, first + limit)
        let (before, behind) = (first > 0 ? "…" : "", last < line.count ? "…" : "")
        let lead = line[first..<max(first, column)].map { $0 == "\t" ? "\t" : " " }.joined()
        let width = min(place.endColumn - place.column, max(1, last - column))
        return (before + ManifestText.visible(line[first..<last]) + behind, (first > 0 ? " " : "") + lead, width)
    }

    /// A workflow command: message and properties escape what would end them.
    fileprivate var annotation: String {
        func escaped(_ text: String) -> String {
            var out = ""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "%": out += "%25"
                case "\r": out += "%0D"
                case "\n": out += "%0A"
                default: out.unicodeScalars.append(scalar)
                }
            }
            return out
        }
        func property(_ text: String) -> String {
            escaped(text).split(separator: ":", omittingEmptySubsequences: false).joined(separator: "%3A")
                .split(separator: ",", omittingEmptySubsequences: false).joined(separator: "%2C")
        }
        return "::\(severity.rawValue) file=\(property(file)),line=\(place.line),col=\(place.column),"
            + "endColumn=\(place.endColumn),title=\(property(rule))::\(escaped(advice))"
    }
}
