internal import Foundation

extension Conformance {
  /// Writes a text to standard output without buffering.
  public static func writeAtOnce(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}
