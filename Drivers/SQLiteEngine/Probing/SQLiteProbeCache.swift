internal import CQuarrySQLite
internal import Quarry

/// Keeps what was found in libraries for the processes that come later, in the user's folder for caches.
///
/// The features decide what Quarry refuses to send because an engine would misread it. So a file counts only if it is as
/// good as asking again:
/// - It says which library in which state it is about, and what that library says about itself now, in this process. All
///   of it must be equal, byte by byte. See ``SQLiteProbing/identity()``.
/// - It was written by a version of Quarry that asks the same questions.
/// - A sum shows that nothing of it is damaged or missing.
/// - It belongs to this user, and nobody else can read or write it or its folder. Who can act as this user can change
///   the program itself, or the library; so the file gives nobody a new power.
///
/// Any other file is ignored and written again. If a file can't be written, the next process asks the library. A file
/// holds facts about a library, and nothing about databases.
struct SQLiteProbeCache {
  /// The folder for caches of all programs.
  let home: String

  /// More than any library needs.
  private static let maximumBytes = 256 << 10

  private static let mark = Array("Quarry features 1\n".utf8)

  init(home: String) { self.home = home }

  /// The cache of this process's user, or `nil` if the user has no folder for caches.
  static var ofUser: SQLiteProbeCache? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { path in
      guard quarry_cache_home(path.baseAddress, path.count) > 0 else { return nil }
      return SQLiteProbeCache(home: SQLiteLibrary.text(path.baseAddress))
    }
  }

  /// The kept features of a library, or `nil` if there are none that count.
  func features(of identity: [UInt8]) -> SQLiteProbedFeatures? {
    let content = withUnsafeTemporaryAllocation(byteCount: Self.maximumBytes, alignment: 1) { buffer -> [UInt8]? in
      let count = quarry_cache_read(home, Self.name(of: identity), buffer.baseAddress, buffer.count)
      return count < 0 ? nil : Array(buffer.prefix(count))
    }
    guard let content else { return nil }
    let start = Self.mark + identity
    guard content.count >= start.count + 8, content.starts(with: start),
      content.suffix(8).elementsEqual(Self.sum(of: content.dropLast(8)))
    else { return nil }
    return SQLiteProbedFeatures(bytes: content[start.count..<(content.count - 8)])
  }

  /// Keeps the features of a library, if they can be kept.
  func keep(_ features: SQLiteProbedFeatures, of identity: [UInt8]) {
    let bytes = features.bytes
    guard SQLiteProbedFeatures(bytes: bytes[...]) == features else { return }
    var content = Self.mark + identity + bytes
    content.append(contentsOf: Self.sum(of: content[...]))
    guard content.count <= Self.maximumBytes else { return }
    _ = quarry_cache_write(home, Self.name(of: identity), content, content.count, .random(in: .min ... .max))
  }

  /// The name of the file about a library. Names need not differ, since the file has the whole identity.
  private static func name(of identity: [UInt8]) -> String {
    "\(String(hash(identity[...]), radix: 16)).features"
  }

  private static func sum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    withUnsafeBytes(of: hash(bytes).littleEndian) { Array($0) }
  }

  /// The FNV-1a hash, which differs for any two texts that differ in one byte.
  ///
  /// Source: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}
