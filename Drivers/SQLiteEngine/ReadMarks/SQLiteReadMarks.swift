internal import Quarry

/// The read marks of all files that connections of this process have open.
enum SQLiteReadMarks {
  private static let all = Protected<[SQLiteReadMark.File: SQLiteReadMark]>([:])

  /// Returns the mark of a file for a connection that has opened it. Pass it to ``leave(_:)`` before the connection closes.
  static func join(_ file: SQLiteReadMark.File, library: SQLiteLibrary) -> SQLiteReadMark {
    all.withLock { all in
      let mark = all[file] ?? SQLiteReadMark(file, library: library)
      all[file] = mark
      mark.enter()
      return mark
    }
  }

  /// Ends the use of a mark by one connection. After the last one, nothing here has the file open.
  static func leave(_ mark: SQLiteReadMark) {
    all.withLock { all in
      if mark.leave() { all[mark.file] = nil }
    }
  }
}
