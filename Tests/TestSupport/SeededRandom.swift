import Synchronization

/// SplitMix64: the same numbers for the same seed, so that a failure can be run again.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

/// One such generator that many tasks draw from.
public final class SharedRandom: Sendable {
    /// One for all engines of a run, so that no two make the same key; its seed is printed.
    public static let ofThisRun = SharedRandom(printing: "random seed of this run")

    private let generator: Mutex<SeededRandom>

    public init(seed: UInt64) { generator = Mutex(SeededRandom(seed: seed)) }

    /// A seed of its own, printed behind `what`.
    public convenience init(printing what: String) {
        let seed = UInt64.random(in: 0 ... .max)
        print("\(what): \(seed)")
        self.init(seed: seed)
    }

    public func next() -> UInt64 { generator.withLock { $0.next() } }
}
