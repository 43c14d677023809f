import Quarry

extension CaseContext {
  /// Notes that a server has refused by type what the case is made of.
  ///
  /// A server may keep statements from its engine that every engine runs: settings of connections, temporary tables,
  /// values and sizes that its protocol does not carry. The driver then says so by type, with nothing done; the rest of
  /// the case has nothing to stand on, and the case is reported as not applicable, with the refusal as the reason.
  /// Whether what the driver declares is what it refuses is for the audit, DRIFT-19, to find.
  func noteRefusal(_ error: any Error) {
    guard let error = error as? DatabaseError, isOf(.remote), error.isRefusalOfServer, error.outcome == .notApplied
    else { return }
    record.withLock { record in
      guard record.failures.isEmpty, record.inapplicability == nil else { return }
      record.inapplicability = "refused by type: \(error.message)" + (error.sql.map { " in: \($0.prefix(120))" } ?? "")
    }
  }
}
