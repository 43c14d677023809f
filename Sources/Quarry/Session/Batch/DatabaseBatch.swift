/// Queries and commands that run together: all of them or none, in one round trip where the driver has one.
///
/// The body of `batch` gets one. Each verb adds an entry and returns a ticket for its result; the body returns the tickets
/// whose results it wants.
///
/// ```swift
/// let (artist, count) = try await database.batch { batch in
///   (batch.insert(Artist(id: 0, name: "Nina")), batch.fetchCount(Artist.all))
/// }
/// ```
///
/// The entries run in order, and each sees what those before it changed.
public struct DatabaseBatch: Sendable {
  /// Tells a batch from every other one.
  final class Identity: Sendable {}

  let identity = Identity()
  private(set) var entries: [BatchEntry] = []

  /// Whether the batch changes nothing, so that a reader can run it.
  var isReadOnly: Bool { entries.allSatisfy(\.isReadOnly) }

  /// A place in a batch, for the result of one of its entries.
  ///
  /// Return it from the body of `batch`, alone, in a tuple, in an array or as an optional.
  public struct Ticket<Value: Sendable>: BatchResult {
    fileprivate let index: Int
    fileprivate let batch: Identity

    /// Marks the result of the entry as one to be read.
    ///
    /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch.
    public func request(from batch: inout DatabaseBatch) throws(DatabaseError) {
      guard batch.identity === self.batch, batch.entries.indices.contains(index) else { throw Self.foreign }
      batch.entries[index].isWanted = true
    }

    /// Returns the result of the entry.
    ///
    /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch, or one that the body did not return.
    public func value(in results: BatchResults) throws(DatabaseError) -> Value {
      guard results.batch === batch, results.values.indices.contains(index),
        let value = results.values[index] as? BatchValue<Value>
      else { throw Self.foreign }
      return value.value
    }

    private static var foreign: DatabaseError {
      DatabaseError(.misuse, "The ticket is of another batch; return only tickets that the body's own batch made")
    }
  }

  /// Adds an entry.
  mutating func add<Value>(_ entry: BatchEntry) -> Ticket<Value> {
    entries.append(entry)
    return Ticket(index: entries.count - 1, batch: identity)
  }
}
