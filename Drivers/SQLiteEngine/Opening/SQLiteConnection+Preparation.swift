public import Quarry

/// Prepares a connection that a driver has just opened, for example with functions, collations, an authorizer, a
/// trace observer or attached databases.
///
/// ```swift
/// let driver = SQLiteDriver(path: "music.db") { connection, role in
///   try connection.addFunction("initials", argumentCount: 1) { … }
/// }
/// ```
///
/// It runs once for each connection: for the writer and every reader, and again for connections that replace closed
/// ones. It runs on the connection's thread, after the key and the settings, and before any other statement. A reader
/// rejects writes only after the preparation, so it can have TEMP tables and views.
///
/// Everything that it sets up stays as long as the connection is open:
/// - An authorizer gets every statement that is prepared afterwards, including Quarry's BEGIN, COMMIT, savepoints and
///   PRAGMAs. Observers of rows also need an authorizer of the engine; both are called.
/// - Trace observers get every statement that runs afterwards, including Quarry's.
/// - A changed setting stays changed, except that a reader always rejects writes in the end.
///
/// > Important: Don't leave a transaction open. If the closure throws, the connection closes and opening fails with
/// > the error.
public typealias SQLiteConnectionPreparation = @Sendable (SQLiteConnection, ConnectionRole) throws -> Void

extension SQLiteConnection {
  /// Prepares the connection, which was just opened; closes it if that fails.
  ///
  /// - Throws: ``DatabaseError`` of the preparation, with its code; `.cannotOpen` for other errors;
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
