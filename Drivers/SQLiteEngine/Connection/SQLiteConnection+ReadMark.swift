internal import CQuarrySQLite
internal import Quarry

extension SQLiteConnection {
  /// How many reads are counted before the clock is read.
  private static let burst = 64
  /// The longest time of that number of reads for which a mark is worth holding, in nanoseconds.
  private static let burstTime: UInt64 = 4_000_000

  /// Takes part in the read mark of a file with a write-ahead log.
  ///
  /// Not for an encrypted file, whose key would have to be kept, and whose reads take longer than the calls that fall away.
  func joinReadMark() {
    guard let path = location.path, let identity = file.identity, capabilities.parallelReaders, !isKeyed else { return }
    let file = SQLiteReadMark.File(path: path, identity: identity, library: UInt(bitPattern: api))
    readMark = SQLiteReadMarks.join(file, library: library)
  }

  /// Lets the file go before the connection closes.
  func leaveReadMark() {
    guard let mark = readMark else { return }
    readMark = nil
    SQLiteReadMarks.leave(mark)
  }

  /// Counts the end of a reading statement.
  @inline(__always) func noteRead() {
    readCount &+= 1
    if readCount % Self.burst == 0 { noteReads() }
  }

  /// Whether a connection beside this one holds the file's read mark now.
  package var holdsReadMark: Bool { readMark?.isHeld == true }

  /// Asks for the read mark, as many reads do.
  ///
  /// - Returns: Whether the connection takes part in one.
  package func askForReadMark() -> Bool {
    readMark?.noteBurst()
    return readMark != nil
  }

  private func noteReads() {
    // In a transaction the connection holds a mark itself.
    guard let readMark, let database, api.pointee.get_autocommit(database) != 0 else { return }
    let now = MonotonicTime.nanoseconds
    if now &- lastBurst < Self.burstTime { readMark.noteBurst() }
    lastBurst = now
  }
}
