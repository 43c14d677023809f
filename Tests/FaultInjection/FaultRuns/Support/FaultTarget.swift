#if Command
import CFaultInjection
import CQuarrySQLite
import Foundation
import Quarry
import QuarrySQLiteEngine

/// The library that faults are injected into, once for the process.
struct FaultTarget {
  let name: String
  let library: SQLiteLibrary
  let encryption: SQLCipherEncryption?
  var location: SQLiteLibrary.Location { library.location }

  /// Another key for the same engine.
  var otherEncryption: SQLCipherEncryption? {
    encryption == nil ? nil : SQLCipherEncryption(key: .raw([UInt8](repeating: 0x5a, count: 32)))
  }

  /// Loads a library and puts the allocator and the VFS in front of its own.
  ///
  /// - Parameters:
  ///   - name: `sqlite`, `sqlcipher`, or the path of a library; a path with `sqlcipher` in it is keyed.
  ///   - smallBlocks: whether every small object is an allocation of its own.
  ///   - allocator: whether to install the allocator.
  init(name: String, allocator: Bool, smallBlocks: Bool) throws {
    self.name = name
    let location: SQLiteLibrary.Location =
      switch name {
      case "sqlite": .systemSQLite
      case "sqlcipher": .systemSQLCipher
      default: .file(name)
      }
    library = try SQLiteLibrary.load(location)
    // A raw key: nothing is derived from a passphrase, so an opening takes no time.
    encryption =
      name.contains("sqlcipher") ? SQLCipherEncryption(key: .raw([UInt8](repeating: 0xa5, count: 32))) : nil
    if allocator {
      try Self.check(fault_memory_install(library.api, smallBlocks ? 1 : 0), "the allocator")
    }
    try Self.check(fault_files_install(library.api), "the VFS")
    // Version 3 frees memory twice, or for ever keeps it, when memory fails while it is given a key, as a program of its C
    // interface alone shows.
    // Its features are asked for anew, with what was installed above.
    var settings = SQLiteConnectionSettings()
    settings.usesProbeCache = false
    let connection = try SQLiteConnection.open(.memory, library: location, settings: settings)
    let version = connection.capabilities.engine.cipherVersion
    if version?.major == 3 { fault_memory_spare_cipher() }
  }

  private static func check(_ code: Int32, _ what: String) throws {
    guard code == 0 else { throw FaultRunError("\(what) cannot be installed: \(code)") }
  }
}

/// Something about the run itself went wrong, and not with what is tried.
struct FaultRunError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
#endif
