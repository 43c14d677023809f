#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarrySQLCipher

/// `quarry encrypt`: encrypts a plain file.
struct EncryptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt",
    abstract: "Encrypt a plain database file in place.",
    discussion: """
      The URL names the file, and its new key and settings. \(EncryptionHelp.text)

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

/// `quarry decrypt`: makes an encrypted file plain.
struct DecryptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt",
    abstract: "Decrypt a database file in place.",
    discussion: """
      Afterwards, anyone can read the content. \(EncryptionHelp.text)

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
      Console.current.print("\(target.shownPath) is decrypted.")
    }
  }
}

/// `quarry rekey`: encrypts an encrypted file with another key or other settings.
struct RekeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rekey",
    abstract: "Change the key, the settings or the format of an encrypted file.",
    discussion: """
      Both URLs name the same file: the first with its current key and settings, the second with the new ones. \
      \(EncryptionHelp.text)

      Examples:
        quarry rekey "sqlcipher:notes.db?key-env=OLD_KEY" "sqlcipher:notes.db?key-env=NEW_KEY"
        quarry rekey "sqlcipher:old.db?key-env=KEY&compatibility=3" "sqlcipher:old.db?key-env=KEY"

      \(CommandExit.help)
      """)

  @Argument(help: "The file with its current key and settings.")
  var old: String

  @Argument(help: "The same file with its new key and settings.")
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
      Console.current.print("\(target.shownPath) is encrypted with the new key and settings.")
    }
  }
}

/// The common help of the commands that change encryption.
enum EncryptionHelp {
  static let text = """
    Quarry writes a new file beside the old one, which replaces it in one step when it is complete. After a failure, the \
    old file is complete, and the next time it is opened for writing, an unfinished new file is removed. Nobody else may use \
    the file meanwhile. The key comes from an environment variable, from a file or, if the URL names neither, from the \
    terminal.
    """
}

/// An encrypted file that an argument names.
struct EncryptedTarget {
  let target: DatabaseTarget
  let file: SQLCipherFile
  let encryption: SQLCipherEncryption

  /// The path for display.
  var shownPath: String { CellText.visible(file.path) }

  /// Finds the file and its key.
  ///
  /// - Throws: ``CommandError`` with the exit code of arguments that aren't valid, or of a missing file.
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
