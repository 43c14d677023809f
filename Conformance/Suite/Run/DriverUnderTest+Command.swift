extension DriverUnderTest {
  /// Returns the usual command; see the requirement.
  public func command(repeating id: String, seed: UInt64) -> String {
    url.contains(":")
      ? "quarry conformance '\(url)' --case \(id) --seed \(seed)"
      : "\(CaseSelection.casesVariable)=\(id) \(CaseSelection.seedVariable)=\(seed) swift test"
  }
}
