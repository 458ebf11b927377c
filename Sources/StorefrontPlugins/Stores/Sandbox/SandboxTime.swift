import Storefront

/// The sandbox's arithmetic of time. Its clock is the wall's and an offset, which only ever grows.
enum SandboxTime {
    /// 9999-12-31T23:59:59.999Z: the sandbox's clock does not pass it, as RFC 3339 has no later year.
    static let last = Timestamp(milliseconds: 253_402_300_799_999)

    /// The time that an offset in milliseconds makes of the wall's.
    static func now(at wall: Timestamp, offset: Int64) -> Timestamp { min(wall.advanced(byMilliseconds: offset), last) }

    /// The offset after the clock was moved ahead by a calendar period from its present time.
    ///
    /// - Throws: `invalid-request` where that is no later time, or one beyond ``last``.
    static func offset(_ offset: Int64, at wall: Timestamp, movedBy period: Period) throws -> Int64 {
        let present = now(at: wall, offset: offset)
        let moved = try end(of: period, from: present)
        guard moved > present, moved < last else {
            throw StorefrontError(
                .invalidRequest, "the sandbox's clock, at \(present.rfc3339), cannot be moved by \(period.text)",
                recovery: "Move it by less, or reset the sandbox.")
        }
        return moved.milliseconds - wall.milliseconds
    }

    /// The end of so many periods; ``last`` where it would be later.
    ///
    /// - Throws: `invalid-request` for counts that no manifest can have, and for a start beyond the range.
    static func end(of period: Period, times count: Int = 1, from start: Timestamp) throws -> Timestamp {
        guard (1...Period.maximumCount).contains(period.count), (1...Period.maximumCount).contains(count) else {
            throw StorefrontError(
                .invalidRequest, "\(count) times \(period.text): a period's count is 1 to \(Period.maximumCount)")
        }
        try check(start)
        return min(start.adding(period, times: count), last)
    }

    /// Refuses what no clock says: times before 1970 or beyond ``last``.
    static func check(_ time: Timestamp) throws {
        guard time.milliseconds >= 0, time <= last else {
            throw StorefrontError(
                .invalidRequest, "\(time.milliseconds) ms since 1970 is no time between 1970 and 9999")
        }
    }
}
