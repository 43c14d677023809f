public import Quarry

/// Who has to pass a case.
public enum CaseMark: Sendable, Hashable {
  /// Every driver, without exception.
  case core
  /// Every driver: where the engine has the features the present half must pass, elsewhere the absent half, which
  /// checks that they are refused by type and really missing.
  case gated([SQLFeature])
  /// Drivers of these kinds.
  case driver([DriverKind])

  /// Every driver, present or absent half.
  public static func gated(_ features: SQLFeature...) -> CaseMark { .gated(features) }

  /// Drivers of a kind.
  public static func driver(_ kinds: DriverKind...) -> CaseMark { .driver(kinds) }

  /// The features that decide which half runs.
  public var features: [SQLFeature] {
    if case .gated(let features) = self { features } else { [] }
  }
}

extension CaseMark: CustomStringConvertible {
  /// The mark as reports spell it, such as `core`, `gated(change.returning)` or `driver(file)`.
  public var description: String {
    switch self {
    case .core: "core"
    case .gated(let features): "gated(\(features.map(\.id).joined(separator: ", ")))"
    case .driver(let kinds): "driver(\(kinds.map(\.rawValue).joined(separator: ", ")))"
    }
  }
}

/// What a case needs of a driver that some drivers declare not to have, such as holding a transaction open.
///
/// Where a driver declares that it lacks one, the absent half of the case runs: the need must be refused by type.
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

/// A group of drivers that have something in common, as their authors declare it.
public enum DriverKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// The engine runs in this process; connections are reached without suspension.
  case local
  /// The database is a file that other processes can open.
  case file
  /// The database is in memory.
  case memory
  /// The library is loaded while the program runs and can be another build.
  case dlopen
  /// The database is encrypted.
  case cipher
  /// The database is reached over a network.
  case remote
  /// The database runs on several machines.
  case dist
  /// The engine is SQLite itself, so that even the texts of its messages are known.
  case sqlite
  /// Two drivers for the same request lead to one database.
  case shared
}
