#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The memory of this process.
enum ProcessMemory {
  /// Returns the resident bytes, or `nil` if the system doesn't tell.
  static func resident() -> Int? {
    guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
    let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * 4096 } : nil
  }
}
