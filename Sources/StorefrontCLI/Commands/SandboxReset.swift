import Glibc
import Storefront
import StorefrontPlugins

extension Command {
    static let sandboxReset = Command(
        "sandbox reset", summary: "forgets every purchase of an app in the sandbox",
        details: "The store's records, the ledger, balances, events and the moved clock of this app are gone for good.",
        example: "storefront sandbox reset word-game --yes",
        positionals: [.app],
        options: [Option("yes", summary: "does not ask")]
    ) { session in
        try await session.withApp { engine, manifest in
            try requireSandbox(manifest, for: "sandbox")
            guard try session.confirms("Forget every purchase of \(manifest.app.name) (\(manifest.app.id))?") else {
                session.print("Nothing was changed.")
                return .no
            }
            try await engine.sandbox(of: manifest.app.id).reset()
            try await engine.erase(app: manifest.app.id)
            if session.wantsJSON {
                session.print(json: ["app": .string(manifest.app.id), "reset": true])
            } else {
                session.print("Forgot every purchase of \(manifest.app.name).")
            }
            return .done
        }
    }
}

extension Session {
    /// Asks whoever sits at the terminal; anything but y or yes is no.
    fileprivate func confirms(_ question: String) throws -> Bool {
        if arguments.has("yes") { return true }
        guard isatty(STDIN_FILENO) == 1 else {
            throw UsageError("this cannot be undone, and nobody can be asked here: add --yes")
        }
        output.flush()
        errors.write("\(printable(question)) [y/N] ")
        errors.flush()
        return ["y", "yes"].contains((readLine() ?? "").lowercased())
    }
}
