import Storefront
import Testing

@testable import StorefrontPlugins

@Suite("The sandbox's arithmetic of time")
struct SandboxTimeTests {
    private func at(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    private func advance(_ start: String, by period: Period) throws -> String {
        let wall = try at(start)
        let offset = try SandboxTime.offset(0, at: wall, movedBy: period)
        return SandboxTime.now(at: wall, offset: offset).rfc3339
    }

    @Test("a month from 31 January is the end of February, a year from 29 February the 28th")
    func monthEnds() throws {
        #expect(try advance("2027-01-31T10:00:00.000Z", by: Period(1, .month)) == "2027-02-28T10:00:00.000Z")
        #expect(try advance("2028-01-31T10:00:00.000Z", by: Period(1, .month)) == "2028-02-29T10:00:00.000Z")
        #expect(try advance("2028-02-29T10:00:00.000Z", by: Period(1, .year)) == "2029-02-28T10:00:00.000Z")
    }

    @Test("twelve periods from the 31st come back to the 31st wherever the month has one")
    func twelvePeriods() throws {
        let start = try at("2027-01-31T10:00:00.000Z")
        let days = try (1...12).map { count in
            try SandboxTime.end(of: Period(1, .month), times: count, from: start).rfc3339.dropFirst(8).prefix(2)
        }
        #expect(days == ["28", "31", "30", "31", "30", "31", "31", "30", "31", "30", "31", "31"])
    }

    @Test("moving again starts from the present time, offset included")
    func movedTwice() throws {
        let wall = try at("2027-01-31T10:00:00.000Z")
        let once = try SandboxTime.offset(0, at: wall, movedBy: Period(1, .month))
        let twice = try SandboxTime.offset(once, at: wall, movedBy: Period(1, .month))
        #expect(SandboxTime.now(at: wall, offset: twice).rfc3339 == "2027-03-28T10:00:00.000Z")
    }

    @Test("the clock passes no year 9999, and refusing leaves it where it was")
    func lastYear() throws {
        let wall = try at("2027-01-31T10:00:00.000Z")
        var offset: Int64 = 0
        for _ in 0..<6 { offset = try SandboxTime.offset(offset, at: wall, movedBy: Period(1200, .year)) }
        #expect(throws: StorefrontError.self) { try SandboxTime.offset(offset, at: wall, movedBy: Period(1200, .year)) }
        #expect(SandboxTime.now(at: SandboxTime.last, offset: offset) == SandboxTime.last)
    }

    @Test(
        "no time and no count is a trap",
        arguments: [Int64.min, -1, 0, 253_402_300_799_999, 253_402_300_800_000, .max])
    func extremes(_ milliseconds: Int64) {
        let wall = Timestamp(milliseconds: milliseconds)
        for count in [Int.min, -1, 0, 1, 1200, 1201, Int.max] {
            for unit in [Period.Unit.day, .week, .month, .year] {
                for offset in [0, 1, 253_402_300_799_999] as [Int64] {
                    let moved = try? SandboxTime.offset(offset, at: wall, movedBy: Period(count, unit))
                    if let moved { #expect(moved > offset) }
                }
                let end = try? SandboxTime.end(of: Period(count, unit), times: count, from: wall)
                if let end { #expect(end <= SandboxTime.last) }
            }
        }
    }
}
