/// A date and a time of day in UTC, in the proleptic Gregorian calendar, as in SQLite.
///
/// Quarry does its own arithmetic, so formatters, locales and time zones of the machine have no effect.
///
/// Source: <https://sqlite.org/lang_datefunc.html>.
struct CivilTime: Equatable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0
  var millisecond = 0

  /// The years that every date coding supports: those of SQLite's date functions.
  static let years = 0...9999

  /// The number of days in a month, or 0 when there is no such month.
  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  /// Whether the year has a 29th of February.
  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// Whether the fields are a valid time in a supported year. There are no leap seconds.
  var isValid: Bool {
    CivilTime.years.contains(year) && day >= 1 && day <= CivilTime.days(inMonth: month, of: year)
      && (0...23).contains(hour) && (0...59).contains(minute) && (0...59).contains(second)
      && (0...999).contains(millisecond)
  }
}

// MARK: - Counting

extension CivilTime {
  /// Days from March 1 of the year -400 to January 1, 1970. From there, no count is negative.
  private static let daysBefore1970 = 719_468 + daysIn400Years
  private static let daysIn400Years = 146_097
  private static let daysIn100Years = 36_524
  private static let daysIn4Years = 1_461

  /// Days from 1970-01-01 to the date. The fields must be valid.
  var daysSince1970: Int {
    // Years are counted from March, so that the leap day is the last of its year.
    let marchYear = (month > 2 ? year : year - 1) + 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + (marchMonth * 153 + 2) / 5 + day - 1 - CivilTime.daysBefore1970
  }

  /// Milliseconds from 1970-01-01T00:00:00Z. The fields must be valid.
  var millisecondsSince1970: Int64 {
    let seconds = ((daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    return Int64(seconds) * 1000 + Int64(millisecond)
  }

  /// Creates the time at a number of milliseconds after 1970-01-01T00:00:00Z. It must be in ``years``.
  init(millisecondsSince1970 count: Int64) {
    let perDay: Int64 = 86_400_000
    var inDay = count % perDay
    if inDay < 0 { inDay += perDay }
    self.init(daysSince1970: Int((count - inDay) / perDay))
    let milliseconds = Int(inDay)
    hour = milliseconds / 3_600_000
    minute = milliseconds / 60_000 % 60
    second = milliseconds / 1000 % 60
    millisecond = milliseconds % 1000
  }

  private init(daysSince1970 count: Int) {
    var rest = count + CivilTime.daysBefore1970
    let cycles = rest / CivilTime.daysIn400Years
    rest -= cycles * CivilTime.daysIn400Years
    let centuries = min(rest / CivilTime.daysIn100Years, 3)
    rest -= centuries * CivilTime.daysIn100Years
    let fours = rest / CivilTime.daysIn4Years
    rest -= fours * CivilTime.daysIn4Years
    let ones = min(rest / 365, 3)
    rest -= ones * 365
    let marchMonth = (rest * 5 + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    day = rest - (marchMonth * 153 + 2) / 5 + 1
    year = (cycles - 1) * 400 + centuries * 100 + fours * 4 + ones + (month <= 2 ? 1 : 0)
  }
}
