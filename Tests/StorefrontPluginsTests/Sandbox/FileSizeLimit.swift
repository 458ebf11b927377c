import Glibc

/// Lets no file of this process grow beyond a size, as a full disk would; a write that crosses it is cut short.
///
/// - Parameter bytes: Nil to lift the limit again.
func limitFiles(to bytes: UInt?) {
    // The signal would end the process before the write can fail.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
