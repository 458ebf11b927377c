internal import Glibc
public import Storefront

extension Surroundings {
    /// The real world: the system's clock and random numbers, and a lock file that tells this process from dead ones.
    ///
    /// Makes the data folder where it is missing, readable by its owner alone, and writes one lock file into it.
    ///
    /// - Parameters:
    ///   - dataFolder: Where backends keep their files.
    ///   - environment: What `${NAME}` in a manifest stands for.
    ///   - log: Gets a line for whoever runs the engine; from any thread.
    /// - Throws: ``StorefrontError`` of `storage-unavailable` where the data folder cannot be written.
    public static func system(
        dataFolder: String, environment: [String: String], log: @escaping @Sendable (String) -> Void
    ) throws -> Surroundings {
        let lock = try HolderLock(folder: "\(dataFolder)/holders")
        return Surroundings(
            clock: {
                var now = timespec()
                unsafe clock_gettime(CLOCK_REALTIME, &now)
                return Timestamp(milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
            },
            random: {
                var generator = SystemRandomNumberGenerator()
                return generator.next()
            },
            sleep: { try await Task.sleep(for: .milliseconds($0)) },
            presence: Presence(holder: lock.holder, isGone: { lock.isGone($0) }),
            environment: environment, dataFolder: dataFolder, log: log)
    }
}
