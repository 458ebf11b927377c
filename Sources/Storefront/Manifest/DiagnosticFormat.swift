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
        case .text: diagnostics.map { $0.text(sources[$0.file, $0.place]) }.joined()
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

    fileprivate func text(_ excerpt: SourceExcerpt?) -> String {
        let name = ManifestText.visible(file.unicodeScalars)
        let head = "\(name):\(place.line):\(place.column): \(severity.rawValue): \(advice) [\(rule)]\n"
        guard let excerpt, !excerpt.text.isEmpty else { return head }
        let number = String(place.line)
        let margin = String(repeating: " ", count: max(0, 5 - number.count))
        let blank = String(repeating: " ", count: max(5, number.count))
        let scalars = Array(excerpt.text.unicodeScalars)
        let isLate = excerpt.firstColumn > 1
        let line = (isLate ? "…" : "") + ManifestText.visible(scalars) + (excerpt.isCut ? "…" : "")
        // Tabs stay tabs, so that the underline meets its text however wide they are.
        let column = min(max(0, place.column - excerpt.firstColumn), scalars.count)
        let lead = (isLate ? " " : "") + scalars[..<column].map { $0 == "\t" ? "\t" : " " }.joined()
        let width = min(place.endColumn - place.column, max(1, scalars.count - column))
        let underline = "^" + String(repeating: "~", count: max(0, width - 1))
        return head + "\(margin)\(number) | \(line)\n\(blank) | \(lead)\(underline)\n"
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
