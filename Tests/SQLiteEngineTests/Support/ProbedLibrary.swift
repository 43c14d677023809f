import Quarry
import TestSupport
@testable import QuarrySQLiteEngine
import Testing

/// A library with its features: as they are, and as no library has them.
struct ProbedLibrary: CustomTestStringConvertible, Sendable {
  let library: SQLiteLibrary
  let fresh: DatabaseEngine
  let wrong: SQLiteProbedFeatures

  static let all = Installed.all.map { ProbedLibrary(library: $0) }

  /// Those that were obtained for comparisons, too.
  static let more = all + CachedEngine.libraries.map { ProbedLibrary(library: $0) }

  init(library: SQLiteLibrary) {
    self.library = library
    fresh = SQLiteProbing.engine(of: library)
    wrong = Self.reversed(fresh)
  }

  var testDescription: String { library.description }

  /// What is there is absent, for all reasons in turn, and the other way round.
  private static func reversed(_ engine: DatabaseEngine) -> SQLiteProbedFeatures {
    var found = SQLiteProbedFeatures(engine)
    (found.features, found.absence) = (FeatureSet(), [:])
    let reasons: [FeatureAbsenceReason] = [
      .needsVersion(EngineVersion(3, 99, 1)), .needsSQLCipher(EngineVersion(4, 0)), .needsOption("ENABLE_ICU"),
      .removedByOption("OMIT_CTE and OMIT_VIEW"), .neverBuiltIn, .failedProbe, .unknown,
    ]
    for (number, feature) in SQLFeature.all.enumerated() {
      if engine.supports(feature) {
        found.absence[feature] = reasons[number % reasons.count]
      } else {
        found.features.insert(feature)
      }
    }
    return found
  }
}
