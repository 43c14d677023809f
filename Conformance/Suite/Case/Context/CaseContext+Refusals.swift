import Quarry

extension CaseContext {
  /// Sets an assertion aside if the driver threw because of a capability that it declares to lack.
  ///
  /// A driver can lack what every engine has: blobs, interactive transactions, lasting settings. If it declares this,
  /// and the error says that this is the reason, the assertion counts neither way. The report lists the part of the
  /// case that didn't run, with the reason. The case continues, and any other failure counts, including other errors of
  /// this type. The audit in DRIFT-19 checks the declarations themselves.
  ///
  /// - Returns: Whether the assertion was set aside.
  func setAside(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError, let missing = error.missing, error.outcome == .notApplied,
      profile.capabilities.lacks(missing)
    else { return false }
    let sql = error.sql.map { " in: \($0.prefix(120))" } ?? ""
    leaveOut("the driver declares that it lacks \(missing): \(error.message)\(sql)")
    return true
  }

  /// Adds a part that doesn't run to the report.
  func leaveOut(_ reason: String) {
    record.withLock { record in
      if !record.omissions.contains(reason) { record.omissions.append(reason) }
    }
  }
}
