internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Calls a closure for every action of a statement while the statement is prepared.
  ///
  /// Source: <https://sqlite.org/c3ref/set_authorizer.html>.
  ///
  /// - Parameter body: Returns whether an action is allowed. `nil` removes the previous closure. Inside it, calls of
  ///   the connection throw `.reentrantAccess`.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or `.unsupportedFeature` if the library was built
  ///   without authorizers.
  public func setAuthorizer(_ body: ((SQLiteAction) -> SQLiteAuthorization)?) throws(DatabaseError) {
    let database = try openDatabase()
    guard api.pointee.set_authorizer != nil else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) was built without an authorizer")
    }
    let before = hooks.authorizer
    hooks.authorizer = body
    updateAuthorizer(database)
    withExtendedLifetime(before) {}
  }

  /// Sets the engine's authorizer, which observing rows needs as well.
  func updateAuthorizer(_ database: OpaquePointer) {
    guard let setAuthorizer = api.pointee.set_authorizer else { return }
    let isNeeded =
      hooks.authorizer != nil || hooks.observesRows || hooks.guardsEncryption || hooks.tracksEffects
      || hooks.exportEndsTraces && !hooks.traces.isEmpty
    guard isNeeded || hooks.hasAuthorizer else { return }
    hooks.hasAuthorizer = isNeeded
    // Setting one makes the engine prepare every kept statement anew; removing one does not, and would leave statements
    // behind that were prepared under the old rules.
    defer { if !isNeeded { _ = setAuthorizer(database, nil, nil) } }
    _ = setAuthorizer(
      database,
      { context, code, first, second, schema, origin in
        SQLiteHooks.from(context)?.authorize(code, first, second, schema, origin) ?? SQLITE_OK
      }, hooks.context)
  }
}

extension SQLiteHooks {
  fileprivate func authorize(
    _ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?, _ schema: UnsafePointer<CChar>?,
    _ origin: UnsafePointer<CChar>?
  ) -> Int32 {
    // What is quiet is compiled as it would be otherwise, only nobody is asked.
    if guardsEncryption, code == SQLITE_PRAGMA, !setsUpEncryption, let first,
      let setting = SQLiteSecrets.refusedSetting(SQLiteLibrary.text(first), hasValue: second != nil)
    {
      refusedSetting = setting
      return SQLITE_DENY
    }
    if tracksEffects, !isQuiet {
      if collected == nil { collected = SQLiteCollectedEffects() }
      collected?.take(code, first, second, schema, isInner: origin != nil)
    }
    if exportEndsTraces, !isQuiet, code == SQLITE_FUNCTION, !traces.isEmpty,
      SQLiteLibrary.text(second).lowercased() == SQLiteSecrets.exportFunction
    {
      // Now, since the statement may be running already, prepared anew by its first step.
      isTraceSuspended = true
      if let database { _ = library.api.pointee.trace_v2?(database, 0, nil, nil) }
    }
    if let authorizer, !isQuiet {
      func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
      let action = SQLiteAction(
        code: code, first: text(first), second: text(second), schema: text(schema), origin: text(origin))
      let answer = use.callback(.authorizer) { authorizer(action) }
      guard answer == .allow else { return answer.rawValue }
    }
    guard observesRows else { return SQLITE_OK }
    // To ignore a deletion from a table means: delete its rows one by one, so that each is reported. For the deletion that
    // is part of a DROP it would mean: do nothing.
    switch code {
    case SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_VIEW, SQLITE_DROP_TEMP_VIEW, SQLITE_DROP_VTABLE:
      droppedName = SQLiteLibrary.text(first)
    case SQLITE_DELETE:
      let table = SQLiteLibrary.text(first)
      let isPartOfDrop = table == droppedName
      droppedName = nil
      if !isPartOfDrop, !table.hasPrefix("sqlite_") { return SQLITE_IGNORE }
    default: break
    }
    return SQLITE_OK
  }
}
