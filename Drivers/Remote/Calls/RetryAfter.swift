#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The header `Retry-After`: seconds or a date.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc9110#field.retry-after>.
package enum RetryAfter {
  /// The time that a response asks to wait, at least 0, or `nil` if it doesn't say or isn't readable.
  ///
  /// A date is relative to the response's own `Date`, so that the clocks needn't agree, otherwise to `now`.
  ///
  /// - Parameter now: Seconds since 1970. If `nil`, the clock of this machine.
  package static func delay(of response: HTTPResponse, now: Int64? = nil) -> Duration? {
    guard let text = response.header("Retry-After") else { return nil }
    if let seconds = seconds(text) { return .seconds(seconds) }
    guard let date = HTTPDate.seconds(text) else { return nil }
    let sent = response.header("Date").flatMap { HTTPDate.seconds($0) }
    let reference = sent ?? now ?? Int64(Date().timeIntervalSince1970)
    return .seconds(max(0, date - reference))
  }

  private static func seconds(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    // A number beyond every deadline is as good as any other one.
    return Int64(text.prefix(9))
  }
}

/// Dates in headers, in the current format and the two obsolete ones.
package enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Seconds since 1970, or `nil` if the text has none of the formats.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7>.
  package static func seconds(_ text: String) -> Int64? {
    let words = text.split { $0 == " " || $0 == "," }.map(String.init)
    switch words.count {
    // Sun, 06 Nov 1994 08:49:37 GMT
    case 6 where words[5] == "GMT":
      return seconds(day: words[1], month: words[2], year: number(words[3]), time: words[4])
    // Sunday, 06-Nov-94 08:49:37 GMT
    case 4 where words[3] == "GMT":
      let parts = words[1].split(separator: "-").map(String.init)
      guard parts.count == 3, let year = number(parts[2]) else { return nil }
      return seconds(day: parts[0], month: parts[1], year: year < 70 ? year + 2000 : year + 1900, time: words[2])
    // Sun Nov  6 08:49:37 1994
    case 5:
      return seconds(day: words[2], month: words[1], year: number(words[4]), time: words[3])
    default: return nil
    }
  }

  private static func seconds(day: String, month: String, year: Int64?, time: String) -> Int64? {
    let clock = time.split(separator: ":").map { number(String($0)) }
    guard let day = number(day), (1...31).contains(day), let month = months.firstIndex(of: month), let year,
      (1970...9999).contains(year), clock.count == 3, let hour = clock[0], let minute = clock[1],
      let second = clock[2], hour < 24, minute < 60, second <= 60
    else { return nil }
    return days(year, Int64(month) + 1, day) * 86_400 + hour * 3_600 + minute * 60 + second
  }

  /// Days since 1970-01-01 in the Gregorian calendar, with years that begin in March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  private static func number(_ text: String) -> Int64? {
    text.utf8.allSatisfy { $0 >= 48 && $0 <= 57 } && text.utf8.count <= 4 ? Int64(text) : nil
  }
}
