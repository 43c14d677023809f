import Foundation
import Quarry
import TestSupport
@testable import QuarrySQLiteEngine
import Testing

/// A folder for caches of one test.
struct ProbeCacheFolder {
  private let folder: TemporaryFolder
  let cache: SQLiteProbeCache

  init() throws {
    folder = try TemporaryFolder()
    cache = SQLiteProbeCache(home: folder.path + "caches")
  }

  /// Where the files are.
  var files: String { cache.home + "/quarry/features" }

  /// The names of the files.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []).sorted() }

  /// The path of the file, of which there is one.
  func onlyFile() throws -> String {
    try #require(names.count == 1)
    return files + "/" + names[0]
  }

  /// Keeps wrong features of a library.
  func plant(_ probed: ProbedLibrary) throws {
    cache.keep(probed.wrong, of: try #require(SQLiteProbing(library: probed.library).identity()))
    try #require(names.count == 1)
  }

  func content() throws -> [UInt8] { Array(try #require(FileManager.default.contents(atPath: onlyFile()))) }

  /// Writes other bytes into the same file.
  func overwrite(_ file: String, _ bytes: [UInt8]) throws {
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }
}

/// What can be wrong with a file.
struct ProbeFileDefect: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Whether the next process finds a good file.
  var isRepaired = true
  /// Brings it about; false if that can't be here.
  let spoil: @Sendable (ProbeCacheFolder) throws -> Bool

  private init(
    _ description: String, isRepaired: Bool = true, _ spoil: @escaping @Sendable (ProbeCacheFolder) throws -> Bool
  ) {
    testDescription = description
    self.isRepaired = isRepaired
    self.spoil = spoil
  }

  static let all: [ProbeFileDefect] = [
    ProbeFileDefect("missing") { place in
      try FileManager.default.removeItem(atPath: place.onlyFile())
      return true
    },
    ProbeFileDefect("empty") { try rewriting($0) { $0 = [] } },
    ProbeFileDefect("cut") { try rewriting($0) { $0.removeLast(100) } },
    ProbeFileDefect("longer") { try rewriting($0) { $0 += $0 } },
    ProbeFileDefect("huge") { try rewriting($0) { $0 += [UInt8](repeating: 0, count: 1 << 20) } },
    ProbeFileDefect("of another format") { try rewriting($0) { $0[16] = UInt8(ascii: "2") } },
    ProbeFileDefect("of other questions") { try rewriting($0) { $0[30] ^= 1 } },
    ProbeFileDefect("of noise") { try rewriting($0) { $0 = $0.map { $0 &* 31 &+ 7 } } },
    ProbeFileDefect("readable by others") { try permitting($0, 0o644) },
    ProbeFileDefect("writable by others") { try permitting($0, 0o606) },
    ProbeFileDefect("of another user") { place in
      guard geteuid() == 0 else { return false }
      return try chown(place.onlyFile(), 12345, 12345) == 0
    },
    ProbeFileDefect("with a second name") { place in
      try FileManager.default.linkItem(atPath: place.onlyFile(), toPath: place.cache.home + "/second")
      return true
    },
    ProbeFileDefect("a link") { place in
      let file = try place.onlyFile()
      try FileManager.default.moveItem(atPath: file, toPath: place.cache.home + "/elsewhere")
      try FileManager.default.createSymbolicLink(
        atPath: file, withDestinationPath: place.cache.home + "/elsewhere")
      return true
    },
    ProbeFileDefect("a pipe") { place in
      let file = try place.onlyFile()
      try FileManager.default.removeItem(atPath: file)
      return mkfifo(file, 0o600) == 0
    },
    ProbeFileDefect("a folder", isRepaired: false) { place in
      let file = try place.onlyFile()
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createDirectory(atPath: file + "/inside", withIntermediateDirectories: true)
      return true
    },
    ProbeFileDefect("in a folder that others can write") { chmod($0.files, 0o777) == 0 },
    ProbeFileDefect("in a folder that others can read") { chmod($0.files, 0o755) == 0 },
    ProbeFileDefect("in a folder that is a link", isRepaired: false) { place in
      try FileManager.default.moveItem(atPath: place.files, toPath: place.cache.home + "/elsewhere")
      try FileManager.default.createSymbolicLink(
        atPath: place.files, withDestinationPath: place.cache.home + "/elsewhere")
      return true
    },
    ProbeFileDefect("in a folder of another user", isRepaired: false) { place in
      guard geteuid() == 0 else { return false }
      return chown(place.files, 12345, 12345) == 0
    },
    ProbeFileDefect("in the caches of another user", isRepaired: false) { place in
      guard geteuid() == 0 else { return false }
      return chown(place.cache.home, 12345, 12345) == 0
    },
    ProbeFileDefect("damaged in a folder that can't be written", isRepaired: false) { place in
      guard geteuid() != 0 else { return false }
      _ = try rewriting(place) { $0.removeLast() }
      return chmod(place.files, 0o500) == 0
    },
    ProbeFileDefect("in a folder that is gone") { place in
      try FileManager.default.removeItem(atPath: place.cache.home)
      return true
    },
    ProbeFileDefect("where a file is in place of the folder", isRepaired: false) { place in
      try FileManager.default.removeItem(atPath: place.cache.home)
      return FileManager.default.createFile(atPath: place.cache.home, contents: nil)
    },
  ]

  private static func rewriting(_ place: ProbeCacheFolder, _ change: (inout [UInt8]) -> Void) throws -> Bool {
    var bytes = try place.content()
    change(&bytes)
    try place.overwrite(place.onlyFile(), bytes)
    return true
  }

  private static func permitting(_ place: ProbeCacheFolder, _ permissions: mode_t) throws -> Bool {
    try chmod(place.onlyFile(), permissions) == 0
  }
}
