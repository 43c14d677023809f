extension SQLSession {
  /// Whether commands can share a transaction: the driver must tell whether one of them has left something that its
  /// commit would report.
  var canGroup: Bool {
    context.capabilities.transactions == .interactive && state.depth == 0 && connection.transactionStatus == .idle
      && connection.hasUnresolvedForeignKeys != nil
  }

  /// Runs a command of one statement that changes rows, in a transaction that it shares.
  ///
  /// - Throws: ``UngroupableStatement`` before anything has run, or ``UngroupableCommand`` after it, if the command is
  ///   another one; otherwise as `run(_:)`.
  func runInGroup<Command: SQLCommand>(_ command: Command) throws -> Command.Output {
    var machine = try command.machine(for: context)
    guard !machine.isAtomicGroup else { throw UngroupableStatement() }
    guard let fragment = try machine.next() else { return try machine.output() }
    guard fragment.onlyChangesRows else { throw UngroupableStatement() }
    let result = try run(fragment) { batch in
      try batch.forEachRow { row in try machine.receive(&row) }
      return true
    }
    try machine.finish(result)
    guard try machine.next() == nil else { throw UngroupableCommand() }
    return try machine.output()
  }
}

extension SQLSession {
  /// Runs the only statement of a command in a transaction that it shares.
  ///
  /// - Throws: ``UngroupableStatement`` before it has run, or the error of the statement.
  func runInGroup(_ single: ReadyStatement) throws -> ReadyStatement.Outcome {
    guard single.isFor(context), single.fragment.onlyChangesRows else { throw UngroupableStatement() }
    return .done(try runWithoutRows(single.fragment))
  }
}

/// A command has a statement that can't share a transaction. It wasn't run.
struct UngroupableStatement: Error {}

/// A command has more statements than one, the first of which was run.
struct UngroupableCommand: Error {}

extension SQLFragment {
  /// Whether the statement is an INSERT, UPDATE or DELETE.
  fileprivate var onlyChangesRows: Bool {
    // Almost all begin with the plain word.
    for word in ["INSERT ", "UPDATE ", "DELETE "] as [StaticString] where sql.begins(with: word) { return true }
    let kind = SQLStatementKind(sql)
    return kind.changesRows && kind.explanation == nil
  }
}

extension String {
  fileprivate func begins(with word: StaticString) -> Bool {
    let begins = utf8.withContiguousStorageIfAvailable { text in
      word.withUTF8Buffer { word in
        guard text.count >= word.count else { return false }
        for index in word.indices where text[index] != word[index] { return false }
        return true
      }
    }
    return begins ?? false
  }
}
