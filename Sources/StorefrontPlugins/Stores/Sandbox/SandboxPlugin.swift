public import Storefront
import Synchronization

extension Plugin<any Store> {
    /// `provider: sandbox`.
    public static var sandbox: Plugin<any Store> {
        // Ten thousand apps on one file must share its connections and threads, so the stores that one plug-in makes
        // look each other's file up here. It holds no file itself: what nobody uses is gone.
        let files = SandboxFiles()
        return Plugin(
            name: "sandbox", summary: "Takes orders and no money, for trying things; as durable as a real store.",
            options: [
                PluginOption(
                    "path", .path, identity: true,
                    summary: "Its file, which many apps may share; sandbox.sqlite under the data folder by default."),
                PluginOption(
                    "unknown-products", .texts, summary: "Product ids that it pretends not to sell; none by default."),
                PluginOption(
                    "payments-allowed", .boolean, summary: "Whether this account may pay at all; true by default."),
            ],
            make: { context in
                let settings = SandboxStore.Settings(
                    unknownProducts: Set(context.section.options["unknown-products"]?.texts ?? []),
                    allowsPayments: context.section.text("payments-allowed") != "false")
                let path = context.path("path", default: "sandbox.sqlite")
                let view = SandboxView(app: context.app)
                return SandboxStore(view, of: files.join(path, view), settings: settings)
            })
    }
}

/// The sandbox files that are in use, by path.
final class SandboxFiles: Sendable {
    private struct Entry {
        weak var file: SandboxFile?
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Counts a store in on its file.
    func join(_ path: String, _ view: SandboxView) -> SandboxFile {
        entries.withLock { entries in
            if let file = entries[path]?.file, file.join(view) { return file }
            entries = entries.filter { $0.value.file != nil }
            let file = SandboxFile(path: path, opening: view)
            entries[path] = Entry(file: file)
            return file
        }
    }
}
