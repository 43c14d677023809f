internal import Quarry
import CQuarrySQLite

extension SQLiteLibrary {
  /// Returns the library at a location. The first request loads and checks it; later ones return the same object.
  ///
  /// Loading reads a file and can take some milliseconds; afterwards a request is a lookup. Requests that name the
  /// same library in different ways (a name, a link, a path) return the same object. Failures aren't remembered, so a
  /// library can be installed while the program runs. Safe to call from any thread.
  ///
  /// - Parameter location: The location of the library.
  /// - Throws: ``SQLiteLibraryError`` of the candidate that came nearest to working.
  public static func load(_ location: Location) throws(SQLiteLibraryError) -> SQLiteLibrary {
    quarry_sqlite_begin_loading()
    defer { quarry_sqlite_end_loading() }
    let result: Result<SQLiteLibrary, SQLiteLibraryError> = loaded.withLock { cache in
      if let known = cache.byLocation[location] { return .success(known) }
      do throws(SQLiteLibraryError) {
        let library = try cache.firstUsable(of: location)
        cache.byLocation[location] = library
        return .success(library)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Every library of the process. Requests run one after the other, so no library is loaded or checked twice.
  private static let loaded = Protected(Cache())

  /// The libraries of the process, by request and by identity.
  struct Cache: Sendable {
    /// The library of each earlier request.
    var byLocation: [Location: SQLiteLibrary] = [:]

    /// Each library by the address of its code, which doesn't depend on its name.
    private var byAddress: [UInt: SQLiteLibrary] = [:]

    /// The first candidate that works, or the error of the one that came nearest to working.
    mutating func firstUsable(of location: Location) throws(SQLiteLibraryError) -> SQLiteLibrary {
      var failures: [SQLiteLibraryError] = []
      for candidate in location.candidates {
        do throws(SQLiteLibraryError) {
          return try library(for: candidate)
        } catch {
          failures.append(error)
        }
      }
      throw SQLiteLibraryError(combining: failures)
    }

    private mutating func library(for candidate: Location.Candidate) throws(SQLiteLibraryError) -> SQLiteLibrary {
      let table = try LibraryTable(loading: candidate)
      if let known = byAddress[table.address] { return known }
      try table.checkFunctions()
      try table.checkThreadSafety()
      let library = SQLiteLibrary(checked: try table.keep())
      byAddress[table.address] = library
      return library
    }
  }
}

extension SQLiteLibraryError {
  /// The most informative of several failures: of a library that was found, if there is one.
  fileprivate init(combining failures: [SQLiteLibraryError]) {
    if let telling = failures.first(where: { $0.code != .notFound }) ?? (failures.count == 1 ? failures.first : nil) {
      self = telling
      return
    }
    let names = failures.map(\.library).joined(separator: ", ")
    self.init(
      .notFound, library: names,
      message: failures.isEmpty
        ? "no SQLite library was named: give a path or a name"
        : "no SQLite library was found; tried \(names): install one of them, or give the path of a library")
  }
}
