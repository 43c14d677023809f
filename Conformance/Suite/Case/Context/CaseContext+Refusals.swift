import Quarry

extension CaseContext {
  /// Sets an assertion aside that the driver has refused for something that it declares to lack.
  ///
  /// A driver may lack what every engine has: blobs, transactions that stay open, settings that last. Where it declares
  /// that in its capabilities, and says in the error that this is why, the assertion counts neither way: the report says
  /// which part of the case did not run, and why. The case goes on, and whatever else fails in it is a failure. Any other
  /// refusal is a failure too: whether what the driver declares is what it refuses is for the audit, DRIFT-19, to find.
  ///
  /// - Returns: whether it was such a refusal.
  func setAside(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError, let missing = error.missing, error.outcome == .notApplied,
      profile.capabilities.lacks(missing)
    else { return false }
    let sql = error.sql.map { " in: \($0.prefix(120))" } ?? ""
    leaveOut("the driver declares that it lacks \(missing): \(error.message)\(sql)")
    return true
  }

  /// Puts a part that does not run into the report.
  func leaveOut(_ reason: String) {
    record.withLock { record in
      if !record.omissions.contains(reason) { record.omissions.append(reason) }
    }
  }
}
