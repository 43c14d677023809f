#if Command
internal import Quarry
internal import QuarryConformance

/// Finds the driver under test of a URL.
enum DriverUnderTestURL {
  /// Reads a URL, or `mutant:NAME+URL` for a driver with a defect built in.
  ///
  /// - Throws: What is wrong with the URL, or which mutants there are.
  static func driver(_ text: String, deviations: DeviationManifest = DeviationManifest()) throws -> any DriverUnderTest
  {
    guard text.hasPrefix("mutant:") else { return try plain(text, deviations) }
    let parts = text.dropFirst("mutant:".count).split(separator: "+", maxSplits: 1)
    guard parts.count == 2, let mutation = Mutation.named(String(parts[0])) else {
      let names = Mutation.all.map(\.id).joined(separator: ", ")
      throw DatabaseError(.invalidConfiguration, "a mutant is named as in mutant:null+sqlite:; there are \(names)")
    }
    return MutantUnderTest(mutation, in: try plain(String(parts[1]), deviations))
  }

  private static func plain(_ text: String, _ deviations: DeviationManifest) throws -> any DriverUnderTest {
    try RemoteDriverUnderTest.isRemote(text)
      ? try RemoteDriverUnderTest(text, deviations: deviations)
      : try URLDriverUnderTest(text, deviations: deviations)
  }
}
#endif
