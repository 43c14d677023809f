import CQuarrySQLite
import Foundation
import Testing
import TestSupport

@Suite("Names of threads")
struct ThreadNameTests {
  /// Names a thread of its own and gives back what the system then says.
  private func nameAfterSetting(_ name: String) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread {
        quarry_thread_set_name(name)
        continuation.resume(
          with: Result {
            try String(contentsOf: URL(filePath: "/proc/thread-self/comm"), encoding: .utf8)
              .trimmingCharacters(in: .newlines)
          })
      }.start()
    }
  }

  @Test("A short name is kept, a long one shortened between characters", .needsLinux)
  func names() async throws {
    #expect(try await nameAfterSetting("quarry reader") == "quarry reader")
    #expect(try await nameAfterSetting("quarry connection 12") == "quarry connecti")
    #expect(try await nameAfterSetting("12345678901234é") == "12345678901234")
  }
}
