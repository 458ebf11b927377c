import Glibc
import Synchronization

/// Standard output or standard error: buffered, written with write(2), safe to use from any task.
final class Output: Sendable {
    /// Bytes that wait before they are written.
    static let bufferBytes = 64 * 1024
    /// How long a reader that does not read is waited for where the descriptor does not block, in milliseconds.
    static let stallMilliseconds: Int32 = 30_000

    private struct State {
        var buffer: [UInt8] = []
        /// Nobody reads any more; what follows is dropped without a word.
        var isClosed = false
        /// The number of the error that ended writing.
        var failure: Int32?
    }

    let descriptor: Int32
    let isTerminal: Bool
    private let state = Mutex(State())

    init(descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Why something could not be written, in words; nil where all is well or the reader has left.
    var failure: String? { state.withLock(\.failure).map(systemMessage) }

    func write(_ text: String) { write(bytes: Array(text.utf8)) }

    func writeLine(_ text: String) { write(bytes: Array(text.utf8) + [0x0A]) }

    func write(bytes: [UInt8]) {
        state.withLock { state in
            state.buffer += bytes
            if state.buffer.count >= Self.bufferBytes { flush(&state) }
        }
    }

    func flush() { state.withLock { flush(&$0) } }

    private func flush(_ state: inout State) {
        var rest = state.buffer[...]
        state.buffer = []
        while !rest.isEmpty, !state.isClosed, state.failure == nil {
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest = rest.dropFirst(written)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: if !isWritable() { state.failure = EAGAIN }
            case EPIPE: state.isClosed = true
            case let number: state.failure = number
            }
        }
    }

    private func isWritable() -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&wanted, 1, Self.stallMilliseconds) > 0
    }
}

/// The system's own words for an error number.
func systemMessage(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
}
