#if Command
import Foundation
import TestSupport

/// What tests keep of sessions for people to read.
enum Transcript {
  /// Appends a text to the file that the environment variable `QUARRY_TRANSCRIPT` names; without it, keeps nothing.
  static func keep(_ text: String, title: String) throws {
    guard let path = Surroundings.variable("QUARRY_TRANSCRIPT"), !path.isEmpty else { return }
    if !FileManager.default.fileExists(atPath: path) {
      guard FileManager.default.createFile(atPath: path, contents: nil) else { throw NotThere(what: path) }
    }
    guard let file = FileHandle(forWritingAtPath: path) else { throw NotThere(what: path) }
    try file.seekToEnd()
    try file.write(contentsOf: Data("# \(title)\n\n\(text.replacing("\r\n", with: "\n"))\n\n".utf8))
    try file.close()
  }
}
#endif
