#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads a selection from the environment, because a test runner doesn't pass arguments to tests.
extension CaseSelection {
  /// The variable with cases and whole areas, separated by commas: `QUARRY_CASES=VAL-29,STMT swift test`.
  public static let casesVariable = "QUARRY_CASES"
  /// The variable with the seed.
  public static let seedVariable = "QUARRY_SEED"

  /// Returns the cases in an environment, or all cases if there are none.
  ///
  /// - Parameter environment: The variables; `nil` for those of this process.
  /// - Throws: ``HarnessError`` for a case that doesn't exist, so that a misspelled case doesn't look like a passing
  ///   one.
  public static func environment(_ environment: [String: String]? = nil) throws -> CaseSelection {
    let environment = environment ?? ProcessInfo.processInfo.environment
    guard let text = environment[casesVariable], !text.isEmpty else { return CaseSelection() }
    var selection = CaseSelection()
    for name in text.split(separator: ",").map({ $0.filter { !$0.isWhitespace }.uppercased() }) {
      if let area = ConformanceArea(rawValue: name) {
        selection.areas.insert(area)
      } else if ConformanceCatalog.current[name] != nil {
        selection.ids.insert(name)
      } else {
        throw HarnessError(
          "\"\(name)\" in \(casesVariable) is neither a case nor an area: write it as in VAL-29,STMT")
      }
    }
    return selection
  }

  /// Returns the seed in an environment, or `nil` if there is none.
  ///
  /// - Parameter environment: The variables; `nil` for those of this process.
  /// - Throws: ``HarnessError`` if the seed isn't a number.
  public static func environmentSeed(_ environment: [String: String]? = nil) throws -> UInt64? {
    let environment = environment ?? ProcessInfo.processInfo.environment
    guard let text = environment[seedVariable], !text.isEmpty else { return nil }
    guard let seed = UInt64(text) else {
      throw HarnessError("\(seedVariable) must be a whole number from 0, not \"\(text)\"")
    }
    return seed
  }
}
