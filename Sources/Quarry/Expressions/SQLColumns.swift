/// The columns of one source, as a query's closures get them.
public protocol SQLSourceColumns: SQLSelectable {
  /// Creates the columns of a source.
  init(identity: SQLSyntax.SourceIdentity)
}

/// The columns of one source of a query. `$0.title` is the column that the type declares as `static let title`.
///
/// Two sources of the same table have different columns. The value itself represents all columns of the source, so
/// you can select whole records beside single values.
@dynamicMemberLookup
public struct SQLColumns<Record: SQLMapped>: SQLSourceColumns {
  let identity: SQLSyntax.SourceIdentity

  /// Creates the columns of a source.
  public init(identity: SQLSyntax.SourceIdentity) { self.identity = identity }

  /// A column of this source.
  public subscript<Value>(dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>) -> SQLExpression<Value> {
    self[Record.self[keyPath: column]]
  }

  /// A column of this source.
  public subscript<Value>(column: SQLColumn<Value>) -> SQLExpression<Value> {
    SQLExpression(syntax: .column(identity, column.definition), coding: column.coding)
  }
}

/// The columns of a source that may be missing because of an outer join. Every column may be NULL.
@dynamicMemberLookup
public struct SQLOptionalColumns<Record: SQLMapped>: SQLSourceColumns {
  let identity: SQLSyntax.SourceIdentity

  /// Creates the columns of a source.
  public init(identity: SQLSyntax.SourceIdentity) { self.identity = identity }

  /// A column of this source.
  public subscript<Value>(
    dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>
  ) -> SQLExpression<Value.Unwrapped?> {
    self[Record.self[keyPath: column]]
  }

  /// A column of this source.
  public subscript<Value>(column: SQLColumn<Value>) -> SQLExpression<Value.Unwrapped?> {
    SQLExpression(syntax: .column(identity, column.definition), coding: column.coding)
  }
}

extension SQLColumns {
  /// The result column with all columns of the source.
  public var resultColumn: SQLSyntax.ResultColumn { .source(identity, marker: false) }
  /// Reads a whole record.
  public var decoder: SQLResultDecoder<Record> {
    SQLResultDecoder(forms: Record.table.columns.map(\.storedForm)) { try $0.decode(Record.self) }
  }
}

extension SQLOptionalColumns {
  /// The marker of presence, and all columns.
  public var resultColumn: SQLSyntax.ResultColumn { .source(identity, marker: true) }
  /// Reads a whole record, or `nil` if the join found none.
  public var decoder: SQLResultDecoder<Record?> {
    SQLResultDecoder(forms: [.integer] + Record.table.columns.map(\.storedForm)) {
      try $0.decodeIfPresent(Record.self)
    }
  }
}
