/// Something wrong with a manifest, by the bytes it stands in.
struct ManifestFault: Error {
    var rule: ManifestRule
    var severity: Diagnostic.Severity
    var range: Range<Int>
    var message: String
    var suggestion: String?

    init(
        _ rule: ManifestRule, _ range: Range<Int>, _ message: String, suggestion: String? = nil,
        severity: Diagnostic.Severity? = nil
    ) {
        self.rule = rule
        self.severity = severity ?? rule.severity
        self.range = range
        self.message = message
        self.suggestion = suggestion
    }
}

/// What has been found so far in one file.
struct ManifestFaults {
    private(set) var hasErrors = false
    private var errors: [ManifestFault] = []
    private var warnings: [ManifestFault] = []
    private var isCut = false

    mutating func add(_ fault: ManifestFault) {
        if fault.severity == .error {
            hasErrors = true
            guard errors.count < ManifestLimits.maximumDiagnostics else { return isCut = true }
            errors.append(fault)
        } else {
            guard warnings.count < ManifestLimits.maximumDiagnostics else { return isCut = true }
            warnings.append(fault)
        }
    }

    /// As diagnostics in file order, each once: a shared node may be found wrong from several sides.
    func diagnostics(file: String, source: SourceText, lines: inout LineTable) -> [Diagnostic] {
        let sorted = (errors + warnings).enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        var seen: Set<Diagnostic> = []
        var result: [Diagnostic] = []
        for (_, fault) in sorted {
            let diagnostic = Diagnostic(
                file: file, place: lines.place(fault.range, in: source), severity: fault.severity,
                rule: fault.rule.id, message: fault.message, suggestion: fault.suggestion)
            if seen.insert(diagnostic).inserted { result.append(diagnostic) }
        }
        if isCut, let last = result.last {
            let limit = ManifestLimits.maximumDiagnostics
            result.append(
                Diagnostic(
                    file: file, place: last.place, severity: .warning, rule: ManifestRule.tooManyFaults.id,
                    message: "there is more wrong with this file; at most \(limit) errors and \(limit) warnings are listed"))
        }
        return result
    }
}
