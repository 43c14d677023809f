#if Command
internal import Quarry

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#elseif canImport(Darwin)
private import Darwin
#endif

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What was typed in earlier sessions: a file with a line for each statement, which its owner alone may read.
struct ShellHistory: Sendable {
  /// How many entries are kept.
  static let limit = 2_000

  let path: String

  /// The history of the user: in the file that the environment variable `QUARRY_HISTORY` names, otherwise in
  /// `quarry/history` where programs keep their state; `nil` if the variable is empty, or the user has no folder.
  ///
  /// Source: <https://specifications.freedesktop.org/basedir-spec/latest/>.
  static func standard() -> ShellHistory? {
    if let path = Platform.environment("QUARRY_HISTORY") { return path.isEmpty ? nil : ShellHistory(path: path) }
    let state = Platform.environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = state ?? Platform.environment("HOME").map({ $0 + "/.local/state" }) else { return nil }
    return ShellHistory(path: folder + "/quarry/history")
  }

  /// The entries, the oldest first. A file that has grown long is cut.
  func load() -> [String] {
    guard let content = FileManager.default.contents(atPath: path) else { return [] }
    let lines = String(decoding: content, as: UTF8.self).split(separator: "\n")
    let kept = lines.suffix(Self.limit)
    if lines.count > 2 * Self.limit { replace(by: kept) }
    return kept.map(Self.unescaped)
  }

  /// Adds an entry. A file that cannot be written is left out: the shell works without.
  func append(_ entry: String) { write(Self.escaped(entry) + "\n", at: path, flags: O_APPEND) }

  private func replace(by lines: some Sequence<Substring>) {
    let temporary = path + ".new"
    try? FileManager.default.removeItem(atPath: temporary)
    guard write(lines.map { $0 + "\n" }.joined(), at: temporary, flags: O_EXCL) else { return }
    _ = rename(temporary, path)
  }

  @discardableResult
  private func write(_ text: String, at path: String, flags: Int32) -> Bool {
    #if os(Windows)
    return false
    #else
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    if !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    // Also a file that somebody made for everybody to read.
    guard fchmod(file, 0o600) == 0 else { return false }
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBytes { unistdWrite(file, $0) } == bytes.count
    #endif
  }

  private func unistdWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
    Glibc.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
    Musl.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Android)
    Android.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Darwin)
    Darwin.write(file, bytes.baseAddress, bytes.count)
    #else
    0
    #endif
  }

  private static func escaped(_ entry: String) -> String {
    entry.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  private static func unescaped(_ line: Substring) -> String {
    var text = ""
    var rest = line[...]
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.popFirst() else {
        text.append(character)
        continue
      }
      text.append(next == "n" ? "\n" : next)
    }
    return text
  }
}
#endif
