#if Identity
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A value to compare with in a filter.
public enum BosBaseFilterValue: Sendable, Hashable {
  /// No value. It equals missing values and empty texts.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number up to 2^53 on either side of zero.
  case integer(Int64)
  /// A finite number.
  case number(Double)
  /// A text.
  case text(String)
  /// A moment, to the millisecond.
  case date(Date)
}

/// A type whose values can be bound in a hand-written filter.
///
/// Make your type conform by returning its value:
///
/// ```swift
/// extension Status: BosBaseFilterable { var filterValue: BosBaseFilterValue { .text(rawValue) } }
/// ```
public protocol BosBaseFilterable {
  /// The bound value.
  var filterValue: BosBaseFilterValue { get }
}

extension BosBaseFilterValue: BosBaseFilterable {
  /// The value.
  public var filterValue: BosBaseFilterValue { self }
}

extension String: BosBaseFilterable {
  /// The text.
  public var filterValue: BosBaseFilterValue { .text(self) }
}

extension Bool: BosBaseFilterable {
  /// The truth value.
  public var filterValue: BosBaseFilterValue { .bool(self) }
}

extension Int: BosBaseFilterable {
  /// The number.
  public var filterValue: BosBaseFilterValue { .integer(Int64(self)) }
}

extension Int64: BosBaseFilterable {
  /// The number.
  public var filterValue: BosBaseFilterValue { .integer(self) }
}

extension Double: BosBaseFilterable {
  /// The number.
  public var filterValue: BosBaseFilterValue { .number(self) }
}

extension Date: BosBaseFilterable {
  /// The moment.
  public var filterValue: BosBaseFilterValue { .date(self) }
}

extension Optional: BosBaseFilterable where Wrapped: BosBaseFilterable {
  /// The value, or `.null`.
  public var filterValue: BosBaseFilterValue { self?.filterValue ?? .null }
}
#endif
