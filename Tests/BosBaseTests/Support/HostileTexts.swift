#if Identity
import TestSupport

/// Texts that are made to leave a quoted text, the same for the same seed.
enum HostileTexts {
  private static let parts = [
    "\\", "'", "\"", "\\'", "\\\"", "\\\\", "//", "\n", "\0", "%", "_", "{:w}", "{:v}", " || 1=1 //", " && ", "(", ")",
    "x", "rt", "é", "🦆", "\u{301}", "null", "1", "$&", "\\(", "a\u{200B}", "' || 1=1 || '", "\t", ";", "?", "~",
  ]

  static func text(_ generator: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...6, using: &generator)
    return (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
  }

  /// The seed, which `QUARRY_TEST_SEED` changes.
  static let seed = Surroundings.variable("QUARRY_TEST_SEED").flatMap { UInt64($0) } ?? 20_261_124
}
#endif
