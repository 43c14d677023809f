// Names of other libraries and of Swift, refused with the way out.
extension SQLDecodable {
  /// Points to `where`.
  @available(*, unavailable, renamed: "where(_:)")
  public static func filter(_ condition: (SourceColumns) -> SQLPredicate) -> SQLQuery<Self> { self.where(condition) }

  /// Points to the form with a closure.
  @available(*, unavailable, message: "write order { $0.name }, or order { $0.name.descending }")
  public static func order<Value>(by path: KeyPath<Self, Value>) -> SQLQuery<Self> { all }
}

extension SQLQuery {
  /// Points to `where`.
  @available(*, unavailable, renamed: "where(_:)")
  public func filter(_ condition: (Record.SourceColumns) -> SQLPredicate) -> Self { self.where(condition) }

  /// Points to the form with a closure.
  @available(*, unavailable, message: "write order { $0.name }, or order { $0.name.descending }")
  public func order<Value>(by path: KeyPath<Record, Value>) -> Self { self }
}
