import Storefront
import StorefrontPlugins

extension Command {
    static let scaffoldApp = Command(
        "scaffold app", summary: "makes the manifest of a new app from a template",
        details: """
            Writes apps/<slug>/storefront.yaml, valid as written, and never over a file that is there.
            Templates are looked for in $STOREFRONT_TEMPLATES, then in templates beside the folder of the apps, then
            where `make install` put them.
            """,
        example: "storefront scaffold app com.acme.chess --name \"Chess Club\" --template subscription",
        positionals: [Positional(name: "ID", summary: "the app's bundle id or package name")],
        options: [
            Option("name", value: "NAME", summary: "what the app is called (default: from the id)"),
            Option("template", value: "NAME", summary: "which template (default: minimal)"),
            Option("slug", value: "NAME", summary: "the new folder's name (default: from the id)"),
        ]
    ) { session in
        let id = try session.arguments.required("ID")
        try requireNewApp(id, session)
        let path = try Scaffold.app(
            id: id, name: session.arguments["name"], template: session.arguments["template"] ?? "minimal",
            slug: session.arguments["slug"], templates: try templatesFolder(session), apps: session.appsFolder)
        if session.wantsJSON {
            session.print(json: ["id": .string(id), "file": .string(path)])
        } else {
            session.print("Wrote \(path)")
            session.note("Next: storefront products \(id)")
        }
        return .done
    }
}

/// Refuses an id that an app has already: two with one id would both be refused by the next command.
private func requireNewApp(_ id: String, _ session: Session) throws {
    guard isFolder(session.appsFolder) else { return }
    guard let other = try Deployment(session).manifests.first(where: { $0.app.id == id }) else { return }
    throw StorefrontError(
        .invalidRequest, "the app \(id) is there already, in \(other.file)", recovery: "Choose another id.")
}

/// The first folder of templates there is: named by the environment, beside the apps, or installed with the program.
private func templatesFolder(_ session: Session) throws -> String {
    if let named = session.variable("STOREFRONT_TEMPLATES") { return named }
    var apps = session.appsFolder
    while apps.count > 1, apps.hasSuffix("/") { apps.removeLast() }
    let parent = apps.lastIndex(of: "/").map { String(apps[...$0]) } ?? ""
    let program = executablePath().flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    let candidates = ["\(parent)templates"] + (program.map { ["\($0)/../share/storefront/templates"] } ?? [])
    guard let found = candidates.first(where: isFolder) else {
        throw Failure(
            StorefrontError(
                .storageUnavailable, "no templates in \(candidates.joined(separator: " or "))",
                recovery: "Name their folder in STOREFRONT_TEMPLATES."))
    }
    return found
}
