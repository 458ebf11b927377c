import Glibc
import Synchronization

/// Ctrl-C and a termination asked for.
///
/// Commands leave them as they are: what a command writes is whole or not there, so it may end at any instant. Only one
/// that would go on for ever takes them as the wish to end well.
enum Interruption {
    private static let numbers = [SIGINT, SIGTERM]
    private static let happened = Atomic<Bool>(false)

    static var hasHappened: Bool { happened.load(ordering: .relaxed) }

    /// Lets the calling thread take the signals: who started the program may have left them blocked.
    static func unblock() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in numbers { unsafe sigaddset(&signals, number) }
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    static func `catch`() {
        for number in numbers {
            // An atomic store is all a signal's handler may do safely.
            signal(number) { _ in Interruption.happened.store(true, ordering: .relaxed) }
        }
    }
}
