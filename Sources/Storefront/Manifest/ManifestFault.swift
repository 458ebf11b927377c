/// Something wrong with a manifest, by the bytes it stands in.
struct ManifestFault: Error {
    var rule: ManifestRule
    var severity: Diagnostic.Severity
    /// The store whose rule it is: then it is an error where the app names that store.
    var store: RuledStore?
    var range: Range<Int>
    var message: String
    var suggestion: String?

    init(
        _ rule: ManifestRule, _ range: Range<Int>, _ message: String, suggestion: String? = nil,
        store: RuledStore? = nil
    ) {
        self.rule = rule
        severity = rule.severity
        self.store = store
        self.range = range
        self.message = message
        self.suggestion = suggestion
    }
}

/// A store that has rules of its own.
enum RuledStore: String {
    case appStore = "app-store"
    case googlePlay = "google-play"
}

/// What has been found so far in one file.
struct ManifestFaults {
    private(set) var hasErrors = false
    private var errors: [ManifestFault] = []
    private var warnings: [ManifestFault] = []
    private var isCut = false
    /// The stores of which a rule was broken.
    private var asked: Set<RuledStore> = []

    mutating func add(_ fault: ManifestFault) {
        if fault.severity == .error {
            hasErrors = true
            guard errors.count < ManifestLimits.maximumDiagnostics else { return isCut = true }
            errors.append(fault)
        } else {
            if let store = fault.store { asked.insert(store) }
            guard warnings.count < ManifestLimits.maximumDiagnostics else { return isCut = true }
            warnings.append(fault)
        }
    }

    /// Makes errors of what a store that the app names would refuse.
    mutating func settle(named: Set<String>) {
        guard asked.contains(where: { named.contains($0.rawValue) }) else { return }
        hasErrors = true
        for index in warnings.indices {
            guard let store = warnings[index].store, named.contains(store.rawValue) else { continue }
            warnings[index].severity = .error
        }
    }

    /// As diagnostics in file order, each once: a shared node may be found wrong from several sides.
    func diagnostics(file: String, lines: inout LineTable, sources: inout SourceLines) -> [Diagnostic] {
        let sorted = (errors + warnings).enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        var seen: Set<Diagnostic> = []
        var result: [Diagnostic] = []
        for (_, fault) in sorted {
            let place = lines.place(fault.range)
            let diagnostic = Diagnostic(
                file: file, place: place, severity: fault.severity, rule: fault.rule.id, message: fault.message,
                suggestion: fault.suggestion)
            guard seen.insert(diagnostic).inserted else { continue }
            result.append(diagnostic)
            sources[file, place] = lines.excerpt(fault.range, place)
        }
        if isCut, let last = result.last {
            let limit = ManifestLimits.maximumDiagnostics
            result.append(
                Diagnostic(
                    file: file, place: last.place, severity: .warning, rule: ManifestRule.tooManyFaults.id,
                    message:
                        "there is more wrong with this file; at most \(limit) errors and \(limit) warnings are listed"))
        }
        return result
    }
}
