/// Collects the rows of the feature table, each at the place of its key.
///
/// The rows are written as calls, one after another, because the compiler checks each of them by itself.
struct FeatureTableBuilder {
  /// The group that the following rows belong to.
  var group = FeatureGroup.queries
  /// One description per key. A key without a row counts as never built in.
  private(set) var descriptions: [FeatureDescription]
  /// How many rows were written.
  private(set) var rowCount = 0

  init() {
    descriptions = Feature.Key.allCases.map { key in
      FeatureDescription(
        feature: Feature(key), id: "unlisted.\(key)", title: "", note: "", group: .queries, since: .neverBuiltIn,
        options: .none, detection: .version, probe: .sql("", setup: ""), expectation: .anything, whenAbsent: .silent)
    }
  }

  /// Writes a row whose probe is SQL.
  ///
  /// - Parameters:
  ///   - since: A version of SQLite, `cipher:` and a version of SQLCipher, or nothing when no version has it built in.
  ///   - options: A condition as `CompileOptionExpression` reads it.
  mutating func row(
    _ key: Feature.Key, _ id: String, since: String, options: String = "", _ detection: FeatureDetection,
    absent: FeatureAbsence, _ title: String, note: String = "", setup: String = "", probe: String,
    expect: FeatureExpectation = .anything
  ) {
    row(
      key, id, since: since, options: options, detection, absent: absent, title, note: note,
      probe: .sql(probe, setup: setup), expect: expect)
  }

  /// Writes a row whose probe opens a file.
  mutating func row(
    _ key: Feature.Key, _ id: String, since: String, options: String = "", _ detection: FeatureDetection,
    absent: FeatureAbsence, _ title: String, note: String = "", probe: FeatureFileProbe,
    expect: FeatureExpectation = .anything
  ) {
    row(
      key, id, since: since, options: options, detection, absent: absent, title, note: note, probe: .file(probe),
      expect: expect)
  }

  /// Writes the row of a function of the C interface, which is called `title` unless that says more.
  mutating func symbol(
    _ key: Feature.Key, _ id: String, since: String, options: String = "", _ name: String, title: String? = nil,
    note: String = ""
  ) {
    row(
      key, id, since: since, options: options, .symbol(name), absent: .symbolAbsent, title ?? name + "()",
      note: note, probe: .symbol(name), expect: .anything)
  }

  /// Writes the row of a setting of a connection.
  mutating func setting(_ key: Feature.Key, _ id: String, since: String, _ operation: Int32, _ title: String) {
    row(
      key, id, since: since, options: "", .databaseConfiguration(operation), absent: .resultCode, title, note: "",
      probe: .databaseConfiguration(operation), expect: .anything)
  }

  private mutating func row(
    _ key: Feature.Key, _ id: String, since: String, options: String, _ detection: FeatureDetection,
    absent: FeatureAbsence, _ title: String, note: String, probe: FeatureProbe, expect: FeatureExpectation
  ) {
    let never = CompileOptionExpression(terms: [.init(scope: .always, alternatives: [.never])])
    descriptions[Int(key.rawValue)] = FeatureDescription(
      feature: Feature(key), id: id, title: title, note: note, group: group, since: FeatureOrigin(tableText: since),
      options: CompileOptionExpression(options) ?? never, detection: detection, probe: probe, expectation: expect,
      whenAbsent: absent)
    rowCount += 1
  }
}

extension FeatureOrigin {
  /// Reads the version of a row; what is not a version counts as never built in.
  fileprivate init(tableText text: String) {
    let cipher = "cipher:"
    if text.hasPrefix(cipher), let version = EngineVersion(String(text.dropFirst(cipher.count))) {
      self = .sqlcipher(version)
    } else if let version = EngineVersion(text) {
      self = .sqlite(version)
    } else {
      self = .neverBuiltIn
    }
  }
}
