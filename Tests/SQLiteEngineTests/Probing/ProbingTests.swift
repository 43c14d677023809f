import Quarry
import TestSupport
@testable import QuarrySQLiteEngine
import Testing

@Suite("SQLite engines: probing")
struct ProbingTests {
  @Test("The engine is the same for every connection of a library", arguments: Installed.all)
  func sameEngine(_ library: SQLiteLibrary) throws {
    #expect(try library.openMemory().capabilities.engine == library.openMemory().capabilities.engine)
  }

  @Test("Lists and probes agree on every feature", arguments: Installed.all)
  func listsAndProbes(_ library: SQLiteLibrary) {
    let target = SQLiteProbing(library: library)
    let quick = FeatureProber().probe(target)
    let thorough = FeatureProber(method: .everyProbe).probe(target)
    let different = quick.features.symmetricDifference(thorough.features)
    // A key has to be given for these, which only the version can tell without one.
    let unkeyed = Set(different).filter { $0.details.group != .encryption }
    #expect(unkeyed.isEmpty)
  }

  @Test("SQLite and SQLCipher differ as their versions differ")
  func versions() throws {
    let sqlite = try SQLiteEngineCache.engine(of: Installed.sqlite.get(), usesProbeCache: false)
    #expect(sqlite.product == .sqlite)
    #expect(sqlite.cipherVersion == nil)
    if sqlite.version >= EngineVersion(3, 39) { #expect(sqlite.supports(.rightJoin)) }
    guard let library = try? Installed.sqlCipher.get() else { return }
    let cipher = SQLiteEngineCache.engine(of: library, usesProbeCache: false)
    #expect(cipher.product == .sqlcipher)
    #expect(cipher.cipherVersion != nil)
    #expect(cipher.supports(.cipherKeyV2))
    if cipher.version < EngineVersion(3, 24) {
      #expect(!cipher.supports(.upsert))
      #expect(!cipher.supports(.rightJoin))
    }
  }

  @Test("Probing leaves no files")
  func noFiles() throws {
    let folder = try SQLiteScratchFolder()
    let path = folder.path
    #expect(!path.isEmpty)
    #expect(!folder.hasFile(beginningWith: ""))
  }
}
