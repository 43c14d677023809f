#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarrySQLCipher

/// `quarry encrypt`: encrypts a file in the clear.
struct EncryptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt",
    abstract: "Encrypt a database file that is in the clear, in its place.",
    discussion: """
      The URL names the file, and the key and the settings that it will have. \(EncryptionHelp.text)

      Examples:
        quarry encrypt "sqlcipher:notes.db?key-env=NOTES_KEY"
        quarry encrypt "sqlcipher:notes.db?key-file=notes.key&key-format=raw"
        quarry encrypt sqlcipher:notes.db

      \(CommandExit.help)
      """)

  @Argument(help: "The file and its key, such as sqlcipher:notes.db?key-env=NOTES_KEY.")
  var url: String

  func run() async throws {
    try await reportingErrors {
      let target = try EncryptedTarget(url, asks: .twice)
      try await target.file.encrypt(with: target.encryption)
      Console.current.print("\(target.shownPath) is encrypted.")
    }
  }
}

/// `quarry decrypt`: has a file in the clear again.
struct DecryptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt",
    abstract: "Decrypt a database file, in its place.",
    discussion: """
      The content is in the clear afterwards. \(EncryptionHelp.text)

      Examples:
        quarry decrypt "sqlcipher:notes.db?key-env=NOTES_KEY"

      \(CommandExit.help)
      """)

  @Argument(help: "The file and its key, such as sqlcipher:notes.db?key-env=NOTES_KEY.")
  var url: String

  func run() async throws {
    try await reportingErrors {
      let target = try EncryptedTarget(url, asks: .once)
      try await target.file.decrypt(target.encryption)
      Console.current.print("\(target.shownPath) is in the clear.")
    }
  }
}

/// `quarry rekey`: encrypts an encrypted file anew.
struct RekeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rekey",
    abstract: "Give an encrypted file another key, other settings, or the format of another version.",
    discussion: """
      Both URLs name the same file: the first one as it is encrypted now, the second one as it will be. \
      \(EncryptionHelp.text)

      Examples:
        quarry rekey "sqlcipher:notes.db?key-env=OLD_KEY" "sqlcipher:notes.db?key-env=NEW_KEY"
        quarry rekey "sqlcipher:old.db?key-env=KEY&compatibility=3" "sqlcipher:old.db?key-env=KEY"

      \(CommandExit.help)
      """)

  @Argument(help: "The file and its key as they are.")
  var old: String

  @Argument(help: "The same file, with the key and settings that it will have.")
  var new: String

  func run() async throws {
    try await reportingErrors {
      let source = try EncryptedTarget(old, asks: .once)
      let target = try EncryptedTarget(new, asks: .twice)
      guard source.target.isSameDatabase(as: target.target) else {
        throw CommandError(
          "the URLs name two files, \(source.shownPath) and \(target.shownPath); both name the file whose key is changed",
          exit: .usage)
      }
      try await source.file.changeEncryption(from: source.encryption, to: target.encryption)
      Console.current.print("\(target.shownPath) is encrypted anew.")
    }
  }
}

/// What the commands that change encryption have in common.
enum EncryptionHelp {
  static let text = """
    A new file is written beside the old one and takes its place in one step when it is complete: whatever happens, there \
    is the old file or the new one, and a leftover of a killed run is removed when the file is opened for writing the next \
    time. Nobody else may use the file meanwhile. The key comes from an environment variable, from a file or, when the URL \
    names neither, from the terminal.
    """
}

/// An encrypted file that an argument names.
struct EncryptedTarget {
  let target: DatabaseTarget
  let file: SQLCipherFile
  let encryption: SQLCipherEncryption

  /// The path, for people.
  var shownPath: String { CellText.visible(file.path) }

  /// Finds the file and its key.
  ///
  /// - Throws: ``CommandError`` with the exit code of arguments that make no sense, or of a file that is not there.
  init(_ url: String, asks: SecretQuestion) throws {
    let target = try DatabaseTarget(url, access: .asItIs, asks: asks)
    guard let driver = target.driver as? SQLCipherDriver else {
      throw CommandError("\(url) names no encrypted file: write sqlcipher:PATH?key-env=NAME", exit: .usage)
    }
    try target.requireFile()
    self.target = target
    file = SQLCipherFile(path: driver.path, library: driver.library, busyTimeout: driver.settings.busyTimeout)
    encryption = driver.encryption
  }
}
#endif
