import Glibc
import Synchronization

/// Jobs on their way to threads of their own, in the order they came. Callers never block; takers do.
final class WorkerQueue<Job: Sendable>: Sendable {
    private struct State {
        var jobs: [Job] = []
        var sleepers = 0
        var isClosed = false
    }

    /// The most jobs that may wait; more are refused.
    let bound: Int
    private let state = Mutex(State())
    private let bell = Doorbell()

    init(bound: Int) { self.bound = bound }

    enum Admission { case taken, full, closed }

    func put(_ job: Job) -> Admission {
        let (admission, shallWake) = state.withLock { state -> (Admission, Bool) in
            guard !state.isClosed else { return (.closed, false) }
            guard state.jobs.count < bound else { return (.full, false) }
            state.jobs.append(job)
            guard state.sleepers > 0 else { return (.taken, false) }
            state.sleepers -= 1
            return (.taken, true)
        }
        if shallWake { bell.ring() }
        return admission
    }

    /// Waits for jobs and takes the oldest, at most so many. Empty after `milliseconds` without one; nil once the
    /// queue is closed and empty.
    func take(atMost limit: Int, waiting milliseconds: Int?) -> [Job]? {
        while true {
            let taken: [Job]?? = state.withLock { state in
                if !state.jobs.isEmpty {
                    guard state.jobs.count > limit else {
                        defer { state.jobs = [] }
                        return state.jobs
                    }
                    defer { state.jobs.removeFirst(limit) }
                    return Array(state.jobs.prefix(limit))
                }
                if state.isClosed { return .some(nil) }
                state.sleepers += 1
                return nil
            }
            if let taken { return taken }
            if bell.wait(milliseconds) { continue }
            // Whoever counted this sleeper off rings for it: that ring must be heard.
            let wasCountedOff = state.withLock { state in
                guard state.sleepers > 0 else { return true }
                state.sleepers -= 1
                return false
            }
            guard wasCountedOff else { return [] }
            _ = bell.wait(nil)
        }
    }

    /// Takes the oldest jobs that wait now, up to the first that is not `wanted`.
    func takeWaiting(atMost limit: Int, _ wanted: (Job) -> Bool) -> [Job] {
        state.withLock { state in
            let taken = Array(state.jobs.prefix(limit).prefix(while: wanted))
            state.jobs.removeFirst(taken.count)
            return taken
        }
    }

    /// No job is taken from now on; those that wait are still carried out.
    func close() {
        let sleepers = state.withLock { state in
            state.isClosed = true
            defer { state.sleepers = 0 }
            return state.sleepers
        }
        for _ in 0..<sleepers { bell.ring() }
    }
}

/// Counts rings and lets threads wait for one; a semaphore whose time limit does not follow changes of the wall clock.
@safe private final class Doorbell: Sendable {
    // Safe to share: made for it, behind addresses that never change; `rings` is touched under `mutex` only.
    private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private nonisolated(unsafe) let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private nonisolated(unsafe) var rings = 0

    init() {
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
        unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    func ring() {
        unsafe pthread_mutex_lock(mutex)
        unsafe rings += 1
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Whether a ring was heard; false when so many milliseconds have passed without one.
    func wait(_ milliseconds: Int?) -> Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        var deadline = timespec()
        if let milliseconds {
            unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
            deadline.tv_nsec += milliseconds % 1000 * 1_000_000
            deadline.tv_sec += milliseconds / 1000 + deadline.tv_nsec / 1_000_000_000
            deadline.tv_nsec %= 1_000_000_000
        }
        while unsafe rings == 0 {
            if milliseconds == nil {
                unsafe pthread_cond_wait(condition, mutex)
            } else if unsafe pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT, unsafe rings == 0 {
                return false
            }
        }
        unsafe rings -= 1
        return true
    }
}

/// Starts a thread for work that blocks, which Swift's own threads must never do.
///
/// - Returns: False where the system has no thread to give.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let handed = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
        &thread, nil,
        { argument in
            if let argument = unsafe argument { unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
        }, handed.toOpaque())
    guard code == 0 else {
        unsafe handed.release()
        return false
    }
    pthread_detach(thread)
    return true
}
