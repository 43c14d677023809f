/// Collects the rows of the feature table, in the order of the keys.
///
/// The rows are written as separate calls, because the compiler checks each call by itself.
struct FeatureTableBuilder {
  /// The group that the following rows belong to.
  var group = FeatureGroup.queries
  /// One description per row.
  private(set) var descriptions: [FeatureDescription] = []

  /// Adds a row whose probe is SQL.
  mutating func row(
    _ key: SQLFeature.Key, _ id: String, since: FeatureOrigin, options: String = "", _ detection: FeatureDetection,
    absent: FeatureAbsence, _ title: String, note: String = "", setup: String = "", probe: String,
    expect: FeatureExpectation = .anything
  ) {
    row(
      key, id, since: since, options: options, detection, absent: absent, title, note: note,
      probe: .sql(probe, setup: setup), expect: expect)
  }

  /// Adds a row.
  ///
  /// - Parameter options: A condition in the form of `CompileOptionExpression`. Invalid text never holds.
  mutating func row(
    _ key: SQLFeature.Key, _ id: String, since: FeatureOrigin, options: String = "", _ detection: FeatureDetection,
    absent: FeatureAbsence, _ title: String, note: String = "", probe: FeatureProbe,
    expect: FeatureExpectation = .anything
  ) {
    let never = CompileOptionExpression(terms: [.init(scope: .always, alternatives: [.never])])
    descriptions.append(
      FeatureDescription(
        feature: SQLFeature(key), id: id, title: title, note: note, group: group, since: since,
        options: CompileOptionExpression(options) ?? never, detection: detection, probe: probe, expectation: expect,
        whenAbsent: absent))
  }
}
