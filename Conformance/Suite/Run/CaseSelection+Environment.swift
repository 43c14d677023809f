#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A test runner passes no arguments to tests: what is to be repeated comes in the environment.
extension CaseSelection {
  /// The variable that names cases and whole areas, separated by commas: `QUARRY_CASES=VAL-29,STMT swift test`.
  public static let casesVariable = "QUARRY_CASES"
  /// The variable that holds the seed.
  public static let seedVariable = "QUARRY_SEED"

  /// The cases that an environment names, or all.
  ///
  /// - Parameter environment: the variables; those of this process unless they are given.
  /// - Throws: ``HarnessError`` for a case that does not exist: a misspelt one must not look like a passing one.
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
          "\(casesVariable) names \(name), which is neither a case nor an area: write it as in VAL-29,STMT")
      }
    }
    return selection
  }

  /// The seed that an environment holds, or nil.
  ///
  /// - Parameter environment: the variables; those of this process unless they are given.
  /// - Throws: ``HarnessError`` for something else than a number.
  public static func environmentSeed(_ environment: [String: String]? = nil) throws -> UInt64? {
    let environment = environment ?? ProcessInfo.processInfo.environment
    guard let text = environment[seedVariable], !text.isEmpty else { return nil }
    guard let seed = UInt64(text) else {
      throw HarnessError("\(seedVariable) is a whole number from 0, not \(text)")
    }
    return seed
  }
}
