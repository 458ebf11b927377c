/// Diagnostics as a log of SARIF 2.1.0 (OASIS), which code-scanning tools load.
enum SARIF {
    private static let schema = "https://json.schemastore.org/sarif-2.1.0.json"

    static func document(_ diagnostics: [Diagnostic]) -> JSON {
        let rules = ManifestRule.all
        let indices = Dictionary(rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        return [
            "$schema": .string(schema),
            "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": ["name": "storefront", "rules": .array(rules.map(descriptor))]],
                    // Columns count code points, not UTF-16 units, which would be the default.
                    "columnKind": "unicodeCodePoints",
                    "results": .array(diagnostics.map { result($0, indices[$0.rule]) }),
                ]
            ],
        ]
    }

    private static func descriptor(_ rule: ManifestRule) -> JSON {
        [
            "id": .string(rule.id),
            "shortDescription": ["text": .string(rule.summary)],
            "helpUri": rule.source.map(JSON.string),
            "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
        ]
    }

    private static func result(_ diagnostic: Diagnostic, _ rule: Int?) -> JSON {
        let place = diagnostic.place
        return [
            "ruleId": .string(diagnostic.rule),
            "ruleIndex": rule.map { .number($0) },
            "level": .string(diagnostic.severity.rawValue),
            "message": ["text": .string(diagnostic.advice)],
            "locations": [
                [
                    "physicalLocation": [
                        "artifactLocation": ["uri": .string(uri(diagnostic.file))],
                        "region": [
                            "startLine": .number(place.line), "startColumn": .number(place.column),
                            "endColumn": .number(place.endColumn),
                        ],
                    ]
                ]
            ],
        ]
    }

    /// A path as a URI reference (RFC 3986): relative ones stay relative.
    private static func uri(_ path: String) -> String {
        var out = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: out.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
                out.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                out += digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return out
    }
}
