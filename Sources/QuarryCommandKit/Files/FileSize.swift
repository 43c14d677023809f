#if Command
#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The sizes of files.
enum FileSize {
  /// The size and time of a file with content, to detect writes. `nil` for any other file.
  static func state(_ path: String) -> String? {
    guard hasContent(path), let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
    return "\(String(describing: attributes[.size])) \(String(describing: time))"
  }

  /// Whether a file exists and is not empty.
  static func hasContent(_ path: String) -> Bool {
    switch try? FileManager.default.attributesOfItem(atPath: path)[.size] {
    case let size as UInt64: size > 0
    case let size as Int64: size > 0
    case let size as Int: size > 0
    default: false
    }
  }
}
#endif
