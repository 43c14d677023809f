internal import CQuarrySQLite

/// Notes whether something went wrong while a library was asked, such as a lack of memory, of space or of descriptors.
///
/// A feature then looks absent although the library has it.
final class SQLiteProbeMishaps {
  /// Whether something went wrong.
  private(set) var happened = false

  /// Notes that something went wrong.
  func note() { happened = true }

  /// Notes a result of the engine. Most errors are answers.
  func note(_ code: Int32) {
    switch code & 0xff {
    case SQLITE_OK, SQLITE_ROW, SQLITE_DONE: break
    case SQLITE_NOMEM, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_INTERRUPT, SQLITE_BUSY: happened = true
    default: break
    }
  }

  /// Runs a body and notes whether it throws.
  func noting<R>(_ body: () throws -> R) rethrows -> R {
    do {
      return try body()
    } catch {
      happened = true
      throw error
    }
  }
}
