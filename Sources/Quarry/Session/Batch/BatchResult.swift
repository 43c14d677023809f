/// A value that the body of a batch can return: a ticket, or a combination of tickets.
///
/// A ticket becomes the result of its entry. An array of tickets becomes an array of results, and an optional ticket an
/// optional result. Your own type can conform if all of its tickets do:
/// result. A type of your own can conform when all of its tickets do:
///
/// ```swift
/// struct HomeTickets: BatchResult {
///   var artists: DatabaseBatch.Ticket<[Artist]>
///   var unread: DatabaseBatch.Ticket<Int>
///
///   func request(from batch: inout DatabaseBatch) throws(DatabaseError) {
///     try artists.request(from: &batch)
///     try unread.request(from: &batch)
///   }
///
///   func value(in results: BatchResults) throws(DatabaseError) -> Home {
///     Home(artists: try artists.value(in: results), unread: try unread.value(in: results))
///   }
/// }
/// ```
public protocol BatchResult<Value>: Sendable {
  /// The type that `batch` returns for it.
  associatedtype Value: Sendable

  /// Marks the results that the value needs. Other results aren't read.
  ///
  /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch.
  func request(from batch: inout DatabaseBatch) throws(DatabaseError)

  /// Returns the value, after the batch was applied.
  ///
  /// - Throws: ``DatabaseError`` with code `.misuse` for a result that ``request(from:)`` didn't ask for.
  func value(in results: BatchResults) throws(DatabaseError) -> Value
}

extension Array: BatchResult where Element: BatchResult {
  /// Marks the results of all elements.
  ///
  /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch.
  public func request(from batch: inout DatabaseBatch) throws(DatabaseError) {
    for element in self { try element.request(from: &batch) }
  }

  /// Returns the results of all elements, in order.
  ///
  /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch.
  public func value(in results: BatchResults) throws(DatabaseError) -> [Element.Value] {
    var values: [Element.Value] = []
    values.reserveCapacity(count)
    for element in self { values.append(try element.value(in: results)) }
    return values
  }
}

extension Optional: BatchResult where Wrapped: BatchResult {
  /// Marks the result, if there is a ticket.
  ///
  /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch.
  public func request(from batch: inout DatabaseBatch) throws(DatabaseError) { try self?.request(from: &batch) }

  /// Returns the result, or `nil` if there is no ticket.
  ///
  /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch.
  public func value(in results: BatchResults) throws(DatabaseError) -> Wrapped.Value? {
    guard let self else { return nil }
    return try self.value(in: results)
  }
}

/// The results of an applied batch. Tickets convert them to values.
public struct BatchResults: Sendable {
  let batch: DatabaseBatch.Identity
  /// One value for each entry; `nil` for an entry that nothing asked for.
  let values: [(any AnyObject & Sendable)?]
}

/// A result of any type, kept by reference so that no cast looks into it.
final class BatchValue<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
