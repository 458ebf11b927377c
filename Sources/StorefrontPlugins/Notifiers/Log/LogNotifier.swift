public import Storefront

/// Writes each event as one line of JSON, as a manifest's `backend: log` asks for.
///
/// It keeps nothing open between events, so ten thousand apps with a log each cost no file descriptor, and a file
/// that was moved away by a log rotation is made anew. A line that was written survives the death of the process; it
/// is not flushed to the disk one by one, so a power cut may take the last ones.
public final class LogNotifier: Notifier {
    /// Where lines go.
    public enum Destination: Sendable, Equatable {
        case standardError
        /// Appended to; made, for its owner only, where it is missing, and so are its folders.
        case file(String)
    }

    private let destination: Destination

    /// Opens nothing yet.
    public init(_ destination: Destination = .standardError) {
        self.destination = destination
    }

    /// Writes the event's line. A destination that cannot be written is tried again later; nothing of the line stays.
    public func deliver(_ event: Event) async throws -> Delivery {
        let line = event.json.bytes + [UInt8(ascii: "\n")]
        do {
            switch destination {
            case .standardError: try LineWriter.standardError(line)
            case .file(let path): try LineWriter.append(line, to: path)
            }
            return .delivered
        } catch {
            return .retryLater(error.message)
        }
    }

    public func close() async {}
}

extension Plugin<any Notifier> {
    /// `backend: log`.
    public static let log = Plugin<any Notifier>(
        name: "log", summary: "Writes each event as a line of JSON.",
        options: [
            PluginOption(
                "path", .path, identity: true,
                summary: "The file to append to; standard error by default.")
        ],
        make: { context in
            guard context.section.text("path") != nil else { return LogNotifier(.standardError) }
            return LogNotifier(.file(context.path("path", default: "")))
        })
}
