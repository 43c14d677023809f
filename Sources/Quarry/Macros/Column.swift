#if Macros
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Describes the column of a property of a ``Table(_:schema:naming:checks:indexes:kind:strict:)``.
///
/// - Parameters:
///   - name: The name of the column. If empty, the name of the property, converted by the table's `naming`.
///   - type: The declared type. If `nil`, the one of the Swift type.
///   - primaryKey: Whether the column is the primary key, or a part of it. Write `nil` for a property `id` that isn't the
///     key.
///   - unique: Whether values are unique.
///   - default: The value of a column that an insert leaves out.
///   - check: A condition over the row, as SQL text.
///   - collation: The collation of comparisons. If `nil`, `BINARY`.
///   - references: The type of the table that the column refers to, such as `Country.self`.
///   - onDelete: The action when the parent is deleted. If `nil`, NO ACTION.
///   - onUpdate: The action when the parent's key changes. If `nil`, NO ACTION.
///   - deferred: Whether the constraint is checked at the end of the transaction.
///   - generated: The expression of a generated column, which is read and never written.
///   - representation: The type that stores the property, such as `SQLJSON<[String]>.self`.
@attached(peer)
public macro Column(
  _ name: String = "", type: SQLColumnType? = nil, primaryKey: SQLPrimaryKey? = nil, unique: Bool = false,
  default: SQLColumnDefault? = nil, check: SQLFragment? = nil, collation: SQLCollation? = nil,
  references: (any Any.Type)? = nil, onDelete: SQLReference.Action? = nil, onUpdate: SQLReference.Action? = nil,
  deferred: Bool = false, generated: SQLGeneratedColumn? = nil, as representation: (any SQLRepresentation.Type)? = nil
) = #externalMacro(module: "QuarryMacros", type: "ColumnMacro")

/// Describes the column of a property of a ``Table(_:schema:naming:checks:indexes:kind:strict:)``, with one of several codings
/// of its type.
///
/// - Parameters:
///   - name: The name of the column. If empty, the name of the property, converted by the table's `naming`.
///   - type: The declared type. If `nil`, the one of the coding.
///   - primaryKey: Whether the column is the primary key, or a part of it.
///   - unique: Whether values are unique.
///   - default: The value of a column that an insert leaves out. A number is the number itself.
///   - check: A condition over the row, as SQL text.
///   - collation: The collation of comparisons. If `nil`, `BINARY`.
///   - references: The type of the table that the column refers to, such as `Country.self`.
///   - onDelete: The action when the parent is deleted. If `nil`, NO ACTION.
///   - onUpdate: The action when the parent's key changes. If `nil`, NO ACTION.
///   - deferred: Whether the constraint is checked at the end of the transaction.
///   - generated: The expression of a generated column, which is read and never written.
///   - representation: The type that stores the property. If it's given, the coding has no effect.
///   - coding: The coding of the values, such as `.unixSeconds`. If several types have a custom coding of that name,
///     write the type: `SQLValueCoding<Price>.text`.
@attached(peer)
public macro Column<Value: Sendable>(
  _ name: String = "", type: SQLColumnType? = nil, primaryKey: SQLPrimaryKey? = nil, unique: Bool = false,
  default: SQLColumnDefault? = nil, check: SQLFragment? = nil, collation: SQLCollation? = nil,
  references: (any Any.Type)? = nil, onDelete: SQLReference.Action? = nil, onUpdate: SQLReference.Action? = nil,
  deferred: Bool = false, generated: SQLGeneratedColumn? = nil, as representation: (any SQLRepresentation.Type)? = nil,
  coding: SQLValueCoding<Value>
) = #externalMacro(module: "QuarryMacros", type: "ColumnMacro")

/// Describes the column of a property that typed changes fill with the current time; see ``SQLColumnStamp``.
///
/// A draft can leave the property out.
///
/// - Parameters:
///   - name: The name of the column. By default that of the property, as the table's `naming` makes it.
///   - stamp: When the column is filled.
///   - type: The declared type. By default that of the coding.
///   - unique: Whether values are unique.
///   - default: The value for inserts by SQL text that leave the column out.
///   - check: A condition over the row, as SQL text.
///   - coding: How values are stored, such as `.unixSeconds`; ISO 8601 text if `nil`.
@attached(peer)
public macro Column(
  _ name: String = "", stamp: SQLColumnStamp, type: SQLColumnType? = nil, unique: Bool = false,
  default: SQLColumnDefault? = nil, check: SQLFragment? = nil, coding: SQLValueCoding<Date>? = nil
) = #externalMacro(module: "QuarryMacros", type: "ColumnMacro")

/// Stores a property in the columns of a group, a struct with ``Columns(naming:)``.
///
/// - Parameter prefix: The text that the name of each column begins with. Can be empty.
@attached(peer)
public macro Column(prefix: String) = #externalMacro(module: "QuarryMacros", type: "ColumnMacro")

/// Keeps a property out of the table. The property needs a default value.
@attached(peer)
public macro Ignored() = #externalMacro(module: "QuarryMacros", type: "IgnoredMacro")

/// Checks that a type can be stored. Written by ``Table(_:schema:naming:checks:indexes:kind:strict:)``.
@attached(peer)
public macro _StoredColumn<Value: SQLValueConvertible>(_ type: Value.Type) =
  #externalMacro(module: "QuarryMacros", type: "StorableMacro")

/// Reports a type that can't be stored. Written by ``Table(_:schema:naming:checks:indexes:kind:strict:)``.
@attached(peer)
public macro _StoredColumn<Value>(_ type: Value.Type) =
  #externalMacro(module: "QuarryMacros", type: "UnstorableMacro")
#endif
