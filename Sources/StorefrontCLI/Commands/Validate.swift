import Storefront
import StorefrontPlugins

extension Command {
    static let validate = Command(
        "validate", summary: "checks manifests, and tells every fault with its place",
        details: """
            A PATH is a folder of apps, one app's folder, or one file; without one, everything under --apps is checked.
            Exit status 1 where there is any error. --json is --format json.
            """,
        example: "storefront validate apps/word-game --strict",
        positionals: [Positional(name: "PATH", count: .any, summary: "what to check", completion: .file)],
        options: [
            Option("strict", summary: "makes warnings errors"),
            Option("rules", summary: "lists the rules instead"),
            Option(
                "format", value: "FORMAT", summary: "how to write what was found",
                completion: .choice(DiagnosticFormat.allCases.map(\.rawValue))),
        ]
    ) { session in
        if session.arguments.has("rules") { return session.printRules() }
        let format = session.arguments["format"].flatMap(DiagnosticFormat.init) ?? (session.wantsJSON ? .json : .text)
        guard format == .json || !session.wantsJSON else {
            throw UsageError("--json and --format \(format.rawValue) ask for two different things")
        }
        var checked = try session.check(session.arguments.all("PATH"))
        if session.arguments.has("strict") { checked.makeStrict() }
        let isValid = !checked.diagnostics.contains { $0.severity == .error }
        if format == .text {
            session.print(diagnostics: checked.diagnostics, sources: checked.sources)
            session.print(checked.summary)
        } else {
            session.output.write(format.render(checked.diagnostics, sources: checked.sources, files: checked.files))
        }
        return isValid ? .done : .no
    }
}

/// What checking one or several paths came to.
private struct Checked {
    var diagnostics: [Diagnostic] = []
    var files = 0
    var sources = SourceLines()
    /// By app id, the file it was found in first.
    private var apps: [String: String] = [:]

    init() {}

    /// Takes in what one path gave. Paths may overlap: a fault is told once.
    mutating func take(_ loaded: LoadedManifests) {
        let known = Set(diagnostics)
        diagnostics += loaded.diagnostics.filter { !known.contains($0) }
        files += loaded.files
        sources.merge(loaded.sources)
        for manifest in loaded.manifests {
            guard let first = apps[manifest.app.id], first != manifest.file else {
                apps[manifest.app.id] = manifest.file
                continue
            }
            diagnostics.append(
                Diagnostic(
                    file: manifest.file, place: .none, severity: .error, rule: "duplicate-app",
                    message: "the app id \"\(manifest.app.id)\" is also in \(first)"))
        }
    }

    mutating func makeStrict() {
        for index in diagnostics.indices { diagnostics[index].severity = .error }
    }

    var summary: String {
        guard files > 0 else { return "No manifests." }
        let errors = diagnostics.count { $0.severity == .error }
        let warnings = diagnostics.count - errors
        let found = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        return "\(counted(files, "file")) checked: \(found.isEmpty ? "no faults" : found.joined(separator: ", "))"
    }
}

extension Session {
    /// Files from which on a terminal shows how far a check is.
    private static let many = 200

    /// Diagnostics in the compiler's form, on standard error.
    func print(diagnostics: [Diagnostic], sources: SourceLines) {
        output.flush()
        for diagnostic in diagnostics {
            let text = DiagnosticFormat.text.render([diagnostic], sources: sources)
            let severity = "\(diagnostic.severity.rawValue):"
            guard hasColour(errors), let range = text.firstRange(of: ": \(severity) ") else {
                errors.write(text)
                continue
            }
            let colour = diagnostic.severity == .error ? "31" : "35"
            errors.write(
                "\(text[..<range.lowerBound]): \u{1B}[1;\(colour)m\(severity)\u{1B}[0m \(text[range.upperBound...])")
        }
        errors.flush()
    }

    fileprivate func check(_ paths: [String]) throws -> Checked {
        var checked = Checked()
        let showsProgress = errors.isTerminal && !isQuiet
        var shown = false
        for path in paths.isEmpty ? [appsFolder] : paths {
            let before = checked.files
            let loaded = try ManifestFolder.load(path, registry: .builtin, environment: environment) { files in
                guard showsProgress, (before + files).isMultiple(of: Self.many) else { return }
                errors.write("\r\(before + files) files checked")
                errors.flush()
                shown = true
            }
            checked.take(loaded)
        }
        if shown { errors.write("\r\u{1B}[K") }
        return checked
    }

    fileprivate func printRules() -> ExitStatus {
        let rules = ManifestRule.all
        if wantsJSON {
            print(
                json: [
                    "rules": .array(
                        rules.map { rule in
                            [
                                "id": .string(rule.id), "severity": .string(rule.severity.rawValue),
                                "summary": .string(rule.summary), "source": rule.source.map(JSON.string),
                            ]
                        })
                ])
            return .done
        }
        var table = Table(("RULE", .left), ("SEVERITY", .left), ("WHAT IT SAYS", .left))
        for rule in rules { table.add(rule.id, rule.severity.rawValue, rule.summary) }
        print(table)
        return .done
    }
}
