package import Quarry

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encryption.
package enum EncryptionCases: CaseList {
  static let cases: [ConformanceCase] = opening + files + keys + copies + damage + secrets

  /// A raw key of 32 bytes, which opens quickly because nothing is derived.
  package static let rawKey: [UInt8] = (1...32).map { UInt8($0 * 7) }
  package static let otherKey: [UInt8] = (1...32).map { UInt8($0 * 5) }

  /// A request for a database of a case with a key.
  package static func request(
    _ test: CaseContext, _ name: String = "main", _ key: DriverRequest.Key = .raw(rawKey)
  ) -> DriverRequest {
    var request = test.request(name)
    request.key = key
    return request
  }

  /// Returns the bytes of a file; empty if it doesn't exist.
  package static func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map { Array($0) } ?? []
  }

  /// Writes the bytes of a file.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// Whether one of the files of a folder contains a text, in any of the engine's encodings.
  package static func anyFile(of folder: String, contains text: String) throws -> Bool {
    let utf8 = Array(text.utf8)
    let utf16 = text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let content = bytes("\(folder)/\(name)")
      if content.firstPosition(of: utf8) != nil || content.firstPosition(of: utf16) != nil { return true }
    }
    return false
  }

  package static func rows(_ session: SQLSession, _ question: SQLFragment) throws -> [[SQLValue]] {
    try session.fetchAll(question.rows()).map(\.values)
  }

  /// Returns the error of a body, or `nil`.
  package static func error(_ body: () throws -> Void) -> DatabaseError? {
    do { try body() } catch { return error as? DatabaseError }
    return nil
  }
}

extension [UInt8] {
  /// Returns the first position of other bytes.
  func firstPosition(of other: [UInt8]) -> Int? {
    guard let first = other.first, count >= other.count else { return nil }
    var start = startIndex
    while let position = self[start...].firstIndex(of: first), position + other.count <= count {
      if self[position..<position + other.count].elementsEqual(other) { return position }
      start = position + 1
    }
    return nil
  }
}
