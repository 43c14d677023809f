internal import Quarry

/// What was found in a library, which can be written as bytes.
///
/// In bytes, features have no names, only places: they mean something only to the table of features that they were
/// written with, which ``SQLiteProbing/fingerprint`` makes sure of.
struct SQLiteProbedFeatures: Hashable, Sendable {
  /// The features that the library has.
  var features = FeatureSet()
  /// The reasons why it lacks the other features.
  var absence: [SQLFeature: FeatureAbsenceReason] = [:]

  /// Takes over what the prober has found.
  init(_ found: FeatureProber.Result) { (features, absence) = (found.features, found.absence) }

  /// Takes over the features of an engine.
  init(_ engine: DatabaseEngine) { (features, absence) = (engine.features, engine.absence) }

  /// The features as bytes: for each feature in order its status, and what belongs to it.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2048)
    for feature in SQLFeature.all {
      if features.contains(feature) {
        bytes.append(0)
      } else {
        (absence[feature] ?? .unknown).write(to: &bytes)
      }
    }
    return bytes
  }

  /// Reads features that ``bytes`` has written.
  ///
  /// - Returns: `nil` if the bytes aren't one status for each feature and nothing else.
  init?(bytes: ArraySlice<UInt8>) {
    var rest = bytes
    absence.reserveCapacity(SQLFeature.all.count / 2)
    for feature in SQLFeature.all {
      if rest.first == 0 {
        rest.removeFirst()
        features.insert(feature)
      } else {
        guard let reason = FeatureAbsenceReason(readingFrom: &rest) else { return nil }
        absence[feature] = reason
      }
    }
    guard rest.isEmpty else { return nil }
  }
}

extension FeatureAbsenceReason {
  fileprivate func write(to bytes: inout [UInt8]) {
    switch self {
    case .needsVersion(let version):
      bytes.append(1)
      version.write(to: &bytes)
    case .needsSQLCipher(let version):
      bytes.append(2)
      version.write(to: &bytes)
    case .needsOption(let option):
      bytes.append(3)
      Self.write(option, to: &bytes)
    case .removedByOption(let option):
      bytes.append(4)
      Self.write(option, to: &bytes)
    case .neverBuiltIn: bytes.append(5)
    case .failedProbe: bytes.append(6)
    case .unknown: bytes.append(7)
    }
  }

  fileprivate init?(readingFrom rest: inout ArraySlice<UInt8>) {
    switch rest.popFirst() {
    case 1:
      guard let version = EngineVersion(readingFrom: &rest) else { return nil }
      self = .needsVersion(version)
    case 2:
      guard let version = EngineVersion(readingFrom: &rest) else { return nil }
      self = .needsSQLCipher(version)
    case 3:
      guard let option = Self.text(readingFrom: &rest) else { return nil }
      self = .needsOption(option)
    case 4:
      guard let option = Self.text(readingFrom: &rest) else { return nil }
      self = .removedByOption(option)
    case 5: self = .neverBuiltIn
    case 6: self = .failedProbe
    case 7: self = .unknown
    default: return nil
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
  }

  private static func text(readingFrom rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: 0) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(validating: rest[..<end], as: UTF8.self)
  }
}

extension EngineVersion {
  fileprivate func write(to bytes: inout [UInt8]) {
    for part in [major, minor, patch] {
      withUnsafeBytes(of: UInt64(truncatingIfNeeded: part).littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  fileprivate init?(readingFrom rest: inout ArraySlice<UInt8>) {
    func part() -> Int? {
      guard rest.count >= 8 else { return nil }
      defer { rest.removeFirst(8) }
      return Int(exactly: rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    guard let major = part(), let minor = part(), let patch = part() else { return nil }
    self.init(major, minor, patch)
  }
}
