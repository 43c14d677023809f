#if Command
internal import Quarry
internal import QuarryWire

/// The facts about one database and its engine.
struct InfoReport: Sendable {
  /// Whether a feature can be used.
  enum Support: String, Sendable {
    /// The engine has it.
    case yes
    /// The engine lacks it; Quarry uses an exact equivalent.
    case lowered
    /// It throws before anything is sent.
    case no
  }

  var url: String
  var driver: String
  var library: String?
  var capabilities: DriverCapabilities

  var engine: DatabaseEngine { capabilities.engine }

  /// The support of a feature.
  func support(of feature: SQLFeature) -> Support {
    if engine.supports(feature) { return .yes }
    return feature.equivalent == nil ? .no : .lowered
  }

  /// The features by area, in the order of the table.
  var groups: [(group: FeatureGroup, features: [SQLFeature])] {
    FeatureGroup.allCases.map { group in (group, SQLFeature.all.filter { $0.details.group == group }) }
      .filter { !$0.1.isEmpty }
  }

  /// The number of features with a kind of support.
  func count(_ support: Support) -> Int { SQLFeature.all.count { self.support(of: $0) == support } }
}

// MARK: - JSON

extension InfoReport {
  /// The report with stable keys.
  var json: JSONValue {
    .object([
      ("url", .string(url)), ("driver", .string(driver)),
      (
        "engine",
        .object([
          ("product", .string(engine.product.rawValue)), ("version", .string(engine.version.description)),
          ("cipherVersion", JSONValue(engine.cipherVersion?.description)), ("sourceID", .string(engine.sourceID)),
          ("library", JSONValue(library)),
          ("compileOptions", engine.compileOptions.map { .array($0.sorted.map { .string($0) }) } ?? .null),
        ])
      ),
      ("capabilities", .object(capabilityList.map { ($0.key, $0.value) })),
      ("limits", .object(limitList.map { ($0.key, JSONValue($0.value)) })),
      (
        "summary",
        .object([
          ("features", JSONValue(SQLFeature.all.count)), ("yes", JSONValue(count(.yes))),
          ("lowered", JSONValue(count(.lowered))), ("no", JSONValue(count(.no))),
        ])
      ),
      ("features", .array(SQLFeature.all.map(json))),
    ])
  }

  private func json(_ feature: SQLFeature) -> JSONValue {
    let details = feature.details
    return .object([
      ("id", .string(feature.id)), ("title", .string(details.title)), ("group", .string(details.group.rawValue)),
      ("since", .string(details.since.description)), ("support", .string(support(of: feature).rawValue)),
      ("reason", JSONValue(engine.explanation(for: feature))),
      ("equivalent", support(of: feature) == .lowered ? JSONValue(feature.equivalent) : .null),
    ])
  }

  private var capabilityList: [(key: String, value: JSONValue)] {
    [
      ("transactions", .string(capabilities.transactions == .interactive ? "interactive" : "batchOnly")),
      ("parallelReaders", .bool(capabilities.parallelReaders)), ("exactIntegers", .bool(capabilities.exactIntegers)),
      ("blobs", .bool(capabilities.blobs)), ("infinities", .bool(capabilities.infinities)),
      ("wholeReals", .string(capabilities.wholeReals ? "kept" : "come back as integers")),
      ("connectionSettings", .string(capabilities.connectionSettings.rawValue)),
      ("interrupts", .string("\(capabilities.interrupts)")),
      ("changeNotifications", .bool(capabilities.changeNotifications)), ("encrypted", .bool(capabilities.encrypted)),
      ("attach", .bool(capabilities.attach)), ("zeroBytes", .bool(capabilities.zeroBytes)),
      ("exactOutcomes", .bool(capabilities.exactOutcomes)),
      ("idleTransactionTimeout", .string(capabilities.idleTransactionTimeout.map { "\($0)" } ?? "none known")),
    ]
  }

  private var limitList: [(key: String, value: Int)] {
    let limits = capabilities.limits
    return [
      ("parameters", limits.parameters), ("sqlBytes", limits.sqlBytes), ("batchStatements", limits.batchStatements),
      ("compoundSelectTerms", limits.compoundSelectTerms), ("expressionDepth", limits.expressionDepth),
      ("columns", limits.columns), ("valueBytes", limits.valueBytes), ("resultHeaderBytes", limits.resultHeaderBytes),
    ]
  }
}

// MARK: - Text

extension InfoReport {
  /// Writes the report as readable text.
  func write(to console: Console) {
    var facts: [(String, String)] = [
      ("database", url), ("driver", driver), ("engine", engine.description), ("source", engine.sourceID),
    ]
    if let library { facts.append(("library", library)) }
    facts += capabilityList.map { (Self.words($0.key), $0.value.text().filter { $0 != "\"" }) }
    facts += limitList.map { ("limit: " + Self.words($0.key), $0.value == .max ? "none" : Grouped.text($0.value)) }
    let width = facts.map { DisplayWidth.of($0.0) }.max() ?? 0
    for (name, value) in facts {
      console.print(console.styled(DisplayWidth.pad(name, to: width), .bold) + "  " + value)
    }
    if let options = engine.compileOptions {
      console.print("\n" + console.styled("Compile options", .bold))
      for option in options.sorted { console.print("  " + option) }
    }
    for (group, features) in groups { write(group, features, console) }
    console.print(
      "\n\(SQLFeature.all.count) features: \(count(.yes)) yes, \(count(.lowered)) lowered, \(count(.no)) no.")
  }

  private func write(_ group: FeatureGroup, _ features: [SQLFeature], _ console: Console) {
    let present = features.count { support(of: $0) == .yes }
    console.print("\n" + console.styled("\(group.rawValue) (\(present) of \(features.count))", .bold))
    let width = features.map(\.id.count).max() ?? 0
    for feature in features {
      let support = support(of: feature)
      let style: TextStyle = support == .yes ? .green : support == .lowered ? .yellow : .red
      var line = "  " + console.styled(DisplayWidth.pad(support.rawValue, to: 7), style) + "  "
      line += DisplayWidth.pad(feature.id, to: width) + "  " + feature.details.title
      if support != .yes, let why = engine.explanation(for: feature) { line += console.styled("; " + why, .dim) }
      if support == .lowered, let equivalent = feature.equivalent {
        line += console.styled("; instead: " + equivalent, .dim)
      }
      console.print(line)
    }
  }

  /// `parallelReaders` as `parallel readers`.
  static func words(_ key: String) -> String {
    key.reduce(into: "") { text, character in
      if character.isUppercase { text += " " }
      text += character.lowercased()
    }
  }
}
#endif
