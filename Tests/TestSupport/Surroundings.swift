internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// What the machine and the environment of the tests say.
package enum Surroundings {
  /// A variable of the environment; nil where it is not set or empty.
  package static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether this process runs under a sanitizer, which keeps libraries from binding to their own symbols first, and
  /// takes memory of its own.
  package static let isSanitized =
    variable("QUARRY_SANITIZED") != nil
    || ["__asan_init", "__tsan_init"].contains { (symbol: String) in dlsym(dlopen(nil, RTLD_NOW), symbol) != nil }

  package static let isLinux: Bool = {
    #if os(Linux)
    true
    #else
    false
    #endif
  }()

  /// The folder of a corpus in `shared/corpora` beside the checkout, or beside a folder around it; nil where there is
  /// none.
  package static func corpus(_ name: String) -> String? {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path != "/" {
      folder = folder.deletingLastPathComponent()
      let path = folder.appendingPathComponent("shared/corpora/\(name)").path
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    return nil
  }
}
