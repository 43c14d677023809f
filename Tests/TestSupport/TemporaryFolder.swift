internal import Foundation

/// A folder of one test's own, removed with everything in it.
package final class TemporaryFolder: Sendable {
  /// The path, which ends with a slash.
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "quarry-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  package func file(_ name: String = "test.db") -> String { path + name }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: file(name)))
    return file(name)
  }

  /// The names of the files in the folder.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  /// Whether a file exists.
  package func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// The bytes of a file; none when there is no such file.
  package func bytes(of name: String = "test.db") -> [UInt8] {
    FileManager.default.contents(atPath: file(name)).map(Array.init) ?? []
  }
}
