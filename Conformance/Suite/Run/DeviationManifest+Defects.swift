extension DeviationManifest {
  /// Returns the defects of the manifest: unknown or retired cases, an invalid or past expiry, or a missing reason.
  ///
  /// - Parameter month: the current month, such as `2026-11`.
  public func defects(in month: String) -> [String] {
    deviations.flatMap { entry in
      var found: [String] = []
      for id in entry.cases where ConformanceCatalog.current[id] == nil { found.append("there is no case \(id)") }
      let isMonth = entry.until.count == 7 && entry.until.utf8.dropFirst(4).first == UInt8(ascii: "-")
      if !isMonth {
        found.append("\(entry.cases.joined(separator: ", ")): until must be like 2027-06, not \(entry.until)")
      } else if entry.until < month {
        found.append("\(entry.cases.joined(separator: ", ")): the deviation expired in \(entry.until)")
      }
      if entry.reason.isEmpty { found.append("\(entry.cases.joined(separator: ", ")): a reason is missing") }
      return found
    }
  }
}
