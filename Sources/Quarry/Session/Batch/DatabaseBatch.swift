/// Queries and commands that run together, all of them or none. If the driver supports batches, they take one round
/// trip.
///
/// The body of `batch` receives one. Each method adds an entry and returns a ticket for its result. The body returns
/// the tickets of the results that it wants.
///
/// ```swift
/// let (artist, count) = try await database.batch { batch in
///   (batch.insert(Artist(id: 0, name: "Nina")), batch.fetchCount(Artist.all))
/// }
/// ```
///
/// The entries run in order, and each sees the changes of those before it.
public struct DatabaseBatch: Sendable {
  /// The identity of a batch.
  final class Identity: Sendable {}

  let identity = Identity()
  private(set) var entries: [BatchEntry] = []
  /// Whether a failed entry undoes those before it. Otherwise they stay, as after single calls.
  var isAtomic = true

  /// Whether the batch only reads, so that a reader can run it.
  var isReadOnly: Bool { entries.allSatisfy(\.isReadOnly) }

  /// A ticket for the result of one entry of a batch.
  ///
  /// Return it from the body of `batch`, on its own, in a tuple, in an array or as an optional.
  public struct Ticket<Value: Sendable>: BatchResult {
    fileprivate let index: Int
    fileprivate let batch: Identity

    /// Marks the result of the entry as requested.
    ///
    /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch.
    public func request(from batch: inout DatabaseBatch) throws(DatabaseError) {
      guard batch.identity === self.batch, batch.entries.indices.contains(index) else { throw Self.foreign }
      batch.entries[index].isWanted = true
    }

    /// Returns the result of the entry.
    ///
    /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch, or for one that the body didn't
    ///   return.
    public func value(in results: BatchResults) throws(DatabaseError) -> Value {
      guard results.batch === batch, results.values.indices.contains(index),
        let value = results.values[index] as? BatchValue<Value>
      else { throw Self.foreign }
      return value.value
    }

    private static var foreign: DatabaseError {
      DatabaseError(.misuse, "the ticket belongs to another batch; return only tickets of the body's own batch")
    }
  }

  /// Adds an entry.
  mutating func add<Value>(_ entry: BatchEntry) -> Ticket<Value> {
    entries.append(entry)
    return Ticket(index: entries.count - 1, batch: identity)
  }
}
