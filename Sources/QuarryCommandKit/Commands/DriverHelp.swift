#if Command
internal import Quarry
internal import QuarryDrivers

/// The help about URLs, from the registry itself.
enum DriverHelp {
  /// One kind of URL.
  struct Entry {
    var schemes: [String]
    var example: String
    var meaning: String
  }

  /// Every scheme, in the order of the help.
  static let entries = [
    Entry(schemes: ["sqlite"], example: "sqlite:music.db", meaning: "a plain file"),
    Entry(
      schemes: ["sqlcipher"], example: "sqlcipher:notes.db?key-env=NOTES_KEY",
      meaning: "an encrypted file; the key comes from the environment or a file"),
    Entry(
      schemes: ["memory"], example: "memory:scratch", meaning: "in memory; without a name, private to one connection"),
    Entry(
      schemes: ["hrana+http", "hrana+https", "libsql"], example: "hrana+http://127.0.0.1:8080",
      meaning: "libSQL's server, Turso, quarry serve; libsql://HOST means hrana+https"),
    Entry(
      schemes: ["persql+http", "persql+https"], example: "persql+https://HOST/NAMESPACE/DATABASE",
      meaning: "PerSQL /v1; batches only"),
    Entry(
      schemes: ["persql"], example: "persql:NAME",
      meaning: "the database that quarry login NAME has granted; without a name, that of quarry login persql"),
    Entry(
      schemes: ["rqlite+http", "rqlite+https"], example: "rqlite+http://127.0.0.1:4001,127.0.0.1:4003",
      meaning: "rqlite, a cluster; batches only"),
  ]

  /// The list of schemes with their options.
  static var text: String {
    var lines: [String] = []
    for entry in entries {
      lines.append("  \(entry.example)")
      lines.append("      \(entry.schemes.joined(separator: ", ")): \(entry.meaning)")
      for option in entry.options { lines.append("      \(option.name)=  \(option.summary)") }
    }
    return lines.joined(separator: "\n")
  }
}

extension DriverHelp.Entry {
  /// The options that all schemes of the entry share.
  var options: [DriverOption] {
    var options: [DriverOption] = []
    for scheme in schemes {
      for option in DriverRegistry.standard[scheme]?.options ?? [] where !options.contains(option) {
        options.append(option)
      }
    }
    return options
  }
}

/// The help about the settings of local connections.
enum ConnectionDefaults {
  static let help = """
    Local connections are stricter than SQLite's own defaults: foreign keys are enforced (foreign-keys=off), a name in \
    double quotes is never a text, the schema of a file isn't trusted (trusted-schema=on), SQL that could \
    deliberately damage the file fails (defensive=off), extensions can't be loaded (extensions=on), and statements wait \
    up to 5 seconds for a lock (busy-timeout=). sql, info and copy keep the journal mode of a file, tour, slt and serve use a \
    write-ahead log, unless journal= says otherwise; with a write-ahead log synchronous is normal, else as the engine \
    was built.
    """
}
#endif
