/// A day of the proleptic Gregorian calendar in UTC and the time in it.
///
/// The arithmetic is the public-domain one on eras of 400 years (146,097 days), exact for every `Timestamp`.
struct CivilDate: Equatable {
    var year: Int64
    var month: Int64
    var day: Int64
    var millisecondOfDay: Int64

    static let millisecondsPerDay: Int64 = 86_400_000

    init(year: Int64, month: Int64, day: Int64, millisecondOfDay: Int64) {
        self.year = year
        self.month = month
        self.day = day
        self.millisecondOfDay = millisecondOfDay
    }

    init(_ timestamp: Timestamp) {
        let (days, rest) = Self.floorDivide(timestamp.milliseconds, Self.millisecondsPerDay)
        let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        millisecondOfDay = rest
    }

    var timestamp: Timestamp {
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = Self.floorDivide(shiftedYear, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Timestamp(milliseconds: days * Self.millisecondsPerDay + millisecondOfDay)
    }

    static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func floorDivide(_ a: Int64, _ b: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
        return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
    }
}
