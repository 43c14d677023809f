public import Quarry

/// Prepares a connection that a driver has just opened, for instance with functions, collations, an authorizer, a trace
/// observer or attached databases.
///
/// ```swift
/// let driver = SQLiteDriver(path: "music.db") { connection, role in
///   try connection.addFunction("initials", argumentCount: 1) { … }
/// }
/// ```
///
/// It runs once for each connection: for the writer and every reader, and again for connections that replace closed ones;
/// on the thread on which the connection runs from then on; after the key and the settings, and before any other
/// statement. A reader refuses writes only after it, so that it can have TEMP tables and views.
///
/// What it sets up stays for as long as the connection is open; Quarry replaces none of it:
/// - An authorizer is asked about every statement that is prepared afterwards, those of Quarry itself included: BEGIN,
///   COMMIT, savepoints and PRAGMAs. Observers of rows need an authorizer of the engine too; both are asked.
/// - Trace observers see every statement that runs afterwards, those of Quarry itself included.
/// - A setting that it changes stays changed, but a reader always ends as one that refuses writes.
///
/// It must not leave a transaction open. An error that it throws closes the connection and ends the opening.
public typealias SQLiteConnectionPreparation = @Sendable (SQLiteConnection, ConnectionRole) throws -> Void

extension SQLiteConnection {
  /// Prepares the connection, which was just opened; closes it if that fails.
  ///
  /// - Throws: ``DatabaseError``: what the preparation threw, with its code; `.cannotOpen` around other errors;
  ///   `.transactionState` if a transaction was left open.
  package func prepare(
    by preparation: SQLiteConnectionPreparation?, as role: ConnectionRole
  ) throws(DatabaseError) {
    guard let preparation else { return }
    do throws(DatabaseError) {
      if role == .reader { try setReadsOnly(false) }
      try run(preparation, as: role)
      // What Quarry makes sure of by itself is nobody's to refuse or to observe.
      try hooks.quietly { () throws(DatabaseError) in
        if role == .reader { try setReadsOnly(true) }
        try completeCapabilities()
      }
    } catch {
      closeSynchronously()
      throw error
    }
  }

  private func run(_ preparation: SQLiteConnectionPreparation, as role: ConnectionRole) throws(DatabaseError) {
    do {
      try preparation(self, role)
    } catch var error as DatabaseError {
      error.message = "the preparation of a connection to \(location) failed: \(error.message)"
      throw error
    } catch {
      throw DatabaseError(
        .cannotOpen, "the preparation of a connection to \(location) failed with an error of type \(type(of: error))",
        underlying: error)
    }
    guard transactionStatus == .active else { return }
    throw DatabaseError(
      .transactionState,
      "the preparation of a connection to \(location) left a transaction open; end it in the preparation")
  }
}
