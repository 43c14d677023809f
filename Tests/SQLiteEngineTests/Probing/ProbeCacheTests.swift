import CTestSurroundings
import Foundation
import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import TestSupport
@testable import QuarrySQLiteEngine
import Testing

/// What was found in a library is kept for the next process. In each test the kept features are wrong on purpose: they
/// show when they are believed.
@Suite("SQLite engines: kept features")
struct ProbeCacheTests {
  @Test("Without a file, the library is asked; the next process finds the same", arguments: ProbedLibrary.more)
  func keeping(_ probed: ProbedLibrary) throws {
    let place = try ProbeCacheFolder()
    #expect(SQLiteProbing.engine(of: probed.library, cache: place.cache) == probed.fresh)
    let file = try place.onlyFile()
    #expect(SQLiteFile.owner(file)?.permissions == 0o600)
    #expect(SQLiteFile.owner(place.files)?.permissions == 0o700)
    let identity = try #require(SQLiteProbing(library: probed.library).identity())
    let found = FeatureProber().probe(SQLiteProbing(library: probed.library))
    #expect(place.cache.features(of: identity) == SQLiteProbedFeatures(found))
    #expect(SQLiteProbing.engine(of: probed.library, cache: place.cache) == probed.fresh)
    #expect(try place.onlyFile() == file)
  }

  @Test("A good file is believed", arguments: ProbedLibrary.all)
  func believing(_ probed: ProbedLibrary) throws {
    let place = try ProbeCacheFolder()
    try place.plant(probed)
    let engine = SQLiteProbing.engine(of: probed.library, cache: place.cache)
    #expect(engine.features == probed.wrong.features)
    #expect(engine.absence == probed.wrong.absence)
    #expect(engine.compileOptions == probed.fresh.compileOptions)
    #expect((engine.version, engine.cipherVersion) == (probed.fresh.version, probed.fresh.cipherVersion))
  }

  @Test("Switched off, a good file is not read", arguments: ProbedLibrary.all)
  func off(_ probed: ProbedLibrary) throws {
    let place = try ProbeCacheFolder()
    try place.plant(probed)
    #expect(SQLiteProbing.engine(of: probed.library, cache: nil) == probed.fresh)
  }

  @Test(
    "A file that something is wrong with is ignored, and written again", arguments: ProbedLibrary.all,
    ProbeFileDefect.all)
  func defects(_ probed: ProbedLibrary, _ defect: ProbeFileDefect) throws {
    let place = try ProbeCacheFolder()
    try place.plant(probed)
    guard try defect.spoil(place) else { return }
    #expect(SQLiteProbing.engine(of: probed.library, cache: place.cache) == probed.fresh)
    guard defect.isRepaired else { return }
    let identity = try #require(SQLiteProbing(library: probed.library).identity())
    #expect(place.cache.features(of: identity) != nil)
    #expect(SQLiteProbing.engine(of: probed.library, cache: place.cache) == probed.fresh)
  }

  @Test("No byte of a file can change", arguments: ProbedLibrary.all)
  func bytes(_ probed: ProbedLibrary) throws {
    let place = try ProbeCacheFolder()
    try place.plant(probed)
    let file = try place.onlyFile()
    let good = try place.content()
    let identity = try #require(SQLiteProbing(library: probed.library).identity())
    #expect(place.cache.features(of: identity) != nil)
    // Each of the first and last bytes, and some of each region between them.
    let places = Set(0..<32).union(stride(from: 32, to: good.count, by: 101)).union(good.count - 64..<good.count)
    for position in places {
      var bad = good
      bad[position] ^= UInt8(1 << (position % 8))
      try place.overwrite(file, bad)
      #expect(place.cache.features(of: identity) == nil, "byte \(position)")
    }
    for count in [0, 1, 17, 18, good.count / 2, good.count - 9, good.count - 8, good.count - 1] {
      try place.overwrite(file, Array(good.prefix(count)))
      #expect(place.cache.features(of: identity) == nil, "\(count) bytes")
    }
    try place.overwrite(file, good + [0])
    #expect(place.cache.features(of: identity) == nil)
    try place.overwrite(file, good)
    #expect(place.cache.features(of: identity) != nil)
  }

  @Test("Another library has other features, also under the name of the first")
  func otherLibraries() throws {
    for first in ProbedLibrary.all {
      for second in ProbedLibrary.all where second.library !== first.library {
        let place = try ProbeCacheFolder()
        try place.plant(first)
        let planted = try place.content()
        #expect(SQLiteProbing.engine(of: second.library, cache: place.cache) == second.fresh)
        let other = try ProbeCacheFolder()
        try other.plant(second)
        try other.overwrite(other.onlyFile(), planted)
        #expect(SQLiteProbing.engine(of: second.library, cache: other.cache) == second.fresh)
      }
    }
  }

  @Test("A library whose file changes is asked again")
  func otherRevision() throws {
    let folder = try TemporaryFolder()
    let copy = folder.file("libcopy.so")
    let original = try Installed.sqlite.get()
    guard FileManager.default.fileExists(atPath: original.path) else { return }
    try FileManager.default.copyItem(atPath: original.path, toPath: copy)
    let probed = ProbedLibrary(library: try SQLiteLibrary.load(.file(copy)))
    let touch: [(String) throws -> Void] = [
      { try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: $0) },
      { path in
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: [0])
        try file.close()
      },
      { path in
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        try FileManager.default.copyItem(atPath: path + ".old", toPath: path)
      },
    ]
    for change in touch {
      let place = try ProbeCacheFolder()
      try place.plant(probed)
      #expect(SQLiteProbing.engine(of: probed.library, cache: place.cache).features == probed.wrong.features)
      try change(copy)
      #expect(SQLiteProbing.engine(of: probed.library, cache: place.cache) == probed.fresh)
    }
    // A library without a file has no identity.
    let place = try ProbeCacheFolder()
    try FileManager.default.removeItem(atPath: copy)
    #expect(SQLiteProbing(library: probed.library).identity() == nil)
    #expect(SQLiteProbing.engine(of: probed.library, cache: place.cache) == probed.fresh)
    #expect(place.names.isEmpty)
  }

  @Test("Many at once find and write the same", arguments: ProbedLibrary.all)
  func together(_ probed: ProbedLibrary) async throws {
    let place = try ProbeCacheFolder()
    let cache = place.cache
    await withTaskGroup(of: DatabaseEngine.self) { group in
      for _ in 0..<8 { group.addTask { SQLiteProbing.engine(of: probed.library, cache: cache) } }
      for await engine in group { #expect(engine == probed.fresh) }
    }
    #expect(place.names.count == 1)
  }

  @Test("Files of libraries that are gone don't gather")
  func tidying() throws {
    let place = try ProbeCacheFolder()
    let probed = try #require(ProbedLibrary.all.first)
    for number in 0..<200 { place.cache.keep(probed.wrong, of: Array("library \(number)".utf8)) }
    #expect((1...70).contains(place.names.count))
    #expect(place.cache.features(of: Array("library 199".utf8)) == probed.wrong)
  }

  @Test("Features that were missed by mishap aren't kept")
  func mishaps() throws {
    for code in [7, 10, 10 | 12 << 8, 13, 14, 9, 5] {
      let mishaps = SQLiteProbeMishaps()
      mishaps.note(Int32(code))
      #expect(mishaps.happened)
    }
    for code in [0, 1, 19, 100, 101] {
      let mishaps = SQLiteProbeMishaps()
      mishaps.note(Int32(code))
      #expect(!mishaps.happened)
    }
  }

  @Test("URLs switch it off", arguments: ["sqlite:a.db", "sqlcipher:a.db?key-env=KEY", "memory:"])
  func option(_ url: String) throws {
    let environment = DriverEnvironment(variable: { ["KEY": "secret"][$0] })
    let registry = DriverRegistry([.sqlite, .sqlcipher, .memory])
    func isOn(_ option: String) throws -> Bool? {
      let driver = try registry.driver(url: url + option, environment: environment)
      return (driver as? SQLiteDriver)?.settings.usesProbeCache
        ?? (driver as? SQLCipherDriver)?.settings.usesProbeCache ?? (driver as? MemoryDriver)?.settings.usesProbeCache
    }
    let option = (url.contains("?") ? "&" : "?") + "probe-cache="
    #expect(try isOn("") == true)
    #expect(try isOn(option + "on") == true)
    #expect(try isOn(option + "off") == false)
    #expect(try databaseError { _ = try isOn(option + "maybe") }.code == .invalidConfiguration)
  }

  @Test("Tests keep nothing in the user's folder")
  func surroundings() throws {
    let home = String(cString: try #require(test_cache_home()))
    #expect(SQLiteProbeCache.ofUser?.home == home)
    #expect(home.contains("quarry-tests"))
  }
}
