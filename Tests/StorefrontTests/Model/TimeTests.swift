import Storefront
import Testing

@Suite("Time")
struct TimeTests {
    private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    @Test(
        "a time goes from text to milliseconds to text unchanged",
        arguments: [
            "1970-01-01T00:00:00.000Z", "2000-02-29T23:59:59.999Z", "2026-11-30T06:56:42.120Z",
            "1969-12-31T23:59:59.999Z",
            "2100-02-28T12:00:00.000Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
        ])
    func roundTrip(text: String) throws {
        #expect(try time(text).rfc3339 == text)
    }

    @Test(
        "what is no time is none",
        arguments: [
            "", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00+01:00", "2026-01-01T00:00:00.1Z", "２026-01-01T00:00:00Z",
        ])
    func noTime(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test(
        "a month's end is clamped and comes back",
        arguments: [
            ("2026-01-31T10:00:00.000Z", "P1M", 1, "2026-02-28T10:00:00.000Z"),
            ("2026-01-31T10:00:00.000Z", "P1M", 2, "2026-03-31T10:00:00.000Z"),
            ("2026-01-31T10:00:00.000Z", "P1M", 12, "2027-01-31T10:00:00.000Z"),
            ("2024-02-29T10:00:00.000Z", "P1Y", 1, "2025-02-28T10:00:00.000Z"),
            ("2024-02-29T10:00:00.000Z", "P1Y", 4, "2028-02-29T10:00:00.000Z"),
            ("2026-12-31T10:00:00.000Z", "P2M", 1, "2027-02-28T10:00:00.000Z"),
            ("2026-03-29T00:30:00.000Z", "P1W", 1, "2026-04-05T00:30:00.000Z"),
            ("2026-10-25T00:30:00.000Z", "P3D", 1, "2026-10-28T00:30:00.000Z"),
        ])
    func periods(start: String, period: String, times: Int, end: String) throws {
        let period = try #require(Period(period))
        #expect(try time(start).adding(period, times: times).rfc3339 == end)
    }

    @Test("twelve renewals from the 31st each end on their month's last day or the 31st")
    func renewals() throws {
        let start = try time("2026-01-31T08:00:00Z")
        let days = (1...12).map { String(start.adding(Period(1, .month), times: $0).rfc3339.prefix(10).suffix(2)) }
        #expect(days == ["28", "31", "30", "31", "30", "31", "31", "30", "31", "30", "31", "31"])
    }

    @Test(
        "what is no period of one unit is none",
        arguments: [
            "", "P", "P1", "1M", "P0M", "P-1M", "P1Y2M", "PT1H", "P1.5M", "p1m", "P1201M", "P99999999999999999999M",
            "P١M",
        ])
    func noPeriod(text: String) {
        #expect(Period(text) == nil)
    }

    @Test("the edges of time are kept, not overflowed")
    func edges() {
        #expect(Timestamp(milliseconds: .max).advanced(byMilliseconds: 1).milliseconds == .max)
        #expect(Timestamp(milliseconds: .min).advanced(byMilliseconds: -1).milliseconds == .min)
    }
}
