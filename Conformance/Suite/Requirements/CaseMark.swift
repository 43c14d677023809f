public import Quarry

/// Which drivers must pass a case.
public enum CaseMark: Sendable, Hashable {
  /// Every driver, without exception.
  case core
  /// Every driver. If the engine has the features, the present half must pass. Otherwise the absent half must pass,
  /// which checks that using them throws, and that they are really missing.
  case gated([SQLFeature])
  /// Drivers of these kinds.
  case driver([DriverKind])

  /// Every driver, with the present or the absent half.
  public static func gated(_ features: SQLFeature...) -> CaseMark { .gated(features) }

  /// Drivers of a kind.
  public static func driver(_ kinds: DriverKind...) -> CaseMark { .driver(kinds) }

  /// The features that decide which half runs.
  public var features: [SQLFeature] {
    if case .gated(let features) = self { features } else { [] }
  }
}

extension CaseMark: CustomStringConvertible {
  /// The mark in reports, such as `core`, `gated(change.returning)` or `driver(file)`.
  public var description: String {
    switch self {
    case .core: "core"
    case .gated(let features): "gated(\(features.map(\.id).joined(separator: ", ")))"
    case .driver(let kinds): "driver(\(kinds.map(\.rawValue).joined(separator: ", ")))"
    }
  }
}

/// A capability that a case needs and that a driver can declare to lack, such as holding a transaction open.
///
/// If the driver declares to lack it, the absent half of the case runs: using the capability must throw the right
/// error.
public enum CapabilityNeed: String, Sendable, Hashable, CaseIterable {
  /// A transaction that stays open over several calls.
  case interactiveTransactions
  /// Integers beyond 2^53, exactly.
  case exactIntegers
  /// Blobs.
  case blobs
  /// Infinities.
  case infinities
  /// Zero bytes in texts.
  case zeroBytes
  /// ATTACH.
  case attach
  /// Statements that can be interrupted.
  case interrupts

  /// Whether a connection has it.
  public func isMet(by capabilities: DriverCapabilities) -> Bool {
    switch self {
    case .interactiveTransactions: capabilities.transactions == .interactive
    case .exactIntegers: capabilities.exactIntegers
    case .blobs: capabilities.blobs
    case .infinities: capabilities.infinities
    case .zeroBytes: capabilities.zeroBytes
    case .attach: capabilities.attach
    case .interrupts: capabilities.interrupts != .none
    }
  }
}

/// A property that a group of drivers shares, as declared by their authors.
public enum DriverKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// The engine runs in this process, and its connections don't suspend.
  case local
  /// The database is a file that other processes can open.
  case file
  /// The database is in memory.
  case memory
  /// The library is loaded at run time and can be replaced.
  case dlopen
  /// The database is encrypted.
  case cipher
  /// The database is reached over a network.
  case remote
  /// The database runs on several nodes.
  case dist
  /// The engine is SQLite itself, so that even its messages are known.
  case sqlite
  /// Two drivers for the same request open the same database.
  case shared
}
