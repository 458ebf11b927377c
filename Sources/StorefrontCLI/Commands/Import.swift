import Glibc
import Storefront
import StorefrontPlugins

extension Command {
    static let importFile = Command(
        "import", summary: "makes a manifest of Xcode's StoreKit configuration file",
        details: """
            The manifest goes to standard output, or with --into to a new storefront.yaml in that folder, never over one
            that is there. What has no place in a manifest is named in a warning.
            """,
        example: "storefront import Scanner.storekit --into apps/scanner --app-id com.acme.scanner",
        positionals: [Positional(name: "FILE", summary: "a .storekit file", completion: .file)],
        options: [
            Option("into", value: "DIR", summary: "the new app's folder, as apps/scanner", completion: .folder),
            Option("app-id", value: "ID", summary: "the app's bundle id (default: from the folder's name)"),
            Option("name", value: "NAME", summary: "what the app is called (default: from the folder's name)"),
            Option("currency", value: "CODE", summary: "of all prices (default: that of the file's storefront)"),
        ]
    ) { session in
        let file = try session.arguments.required("FILE")
        let into = session.arguments["into"].map(withoutTrailingSlash)
        let bytes = try readFile(file, atMost: StoreKitImport.maximumBytes)
        let outcome = try StoreKitImport.manifest(
            from: bytes,
            options: StoreKitImport.Options(
                appID: session.arguments["app-id"], name: session.arguments["name"],
                currency: session.arguments["currency"], folderName: try folderName(into: into, file: file),
                sourceName: lastComponent(file)))
        let written = try into.map { try writeManifest(outcome.yaml, into: $0) }
        for warning in outcome.warnings { session.warn("\(file): \(warning.text)") }
        if session.wantsJSON {
            session.print(
                json: [
                    "file": written.map(JSON.string), "manifest": written == nil ? .string(outcome.yaml) : nil,
                    "warnings": .array(outcome.warnings.map { .string($0.text) }),
                ])
        } else if let written {
            session.print("Wrote \(written)")
        } else {
            session.output.write(outcome.yaml)
        }
        return .done
    }
}

/// The folder that stands for the app where the file does not name it: the new one, else the file's own.
private func folderName(into: String?, file: String) throws -> String {
    if let into { return lastComponent(try absolutePath(into)) }
    let whole = try absolutePath(file)
    return lastComponent(whole.lastIndex(of: "/").map { String(whole[..<$0]) } ?? whole)
}

/// Writes a new manifest and gives its path; where that fails, a folder made for it goes again.
private func writeManifest(_ yaml: String, into folder: String) throws -> String {
    let path = "\(folder)/storefront.yaml"
    let isNew = try NewFile.makeFolder(folder)
    do {
        try NewFile.write(Array(yaml.utf8), to: path)
    } catch {
        if isNew { _ = unsafe rmdir(folder) }
        throw error
    }
    return path
}
