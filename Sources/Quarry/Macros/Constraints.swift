#if Macros
/// Adds an index to the table of the enclosing struct. The index is created with the table.
///
/// ```swift
/// #Index<Song>("song_artist", on: \.artistID, \.title, unique: true)
/// ```
///
/// - Parameters:
///   - name: The name of the index, unique in the schema.
///   - columns: The properties whose columns are indexed, in order.
///   - unique: Whether the values of two rows must differ.
///   - condition: The condition of a partial index, as SQL text.
@freestanding(declaration)
public macro Index<Record>(
  _ name: String, on columns: PartialKeyPath<Record>..., unique: Bool = false, where condition: SQLFragment? = nil
) = #externalMacro(module: "QuarryMacros", type: "IndexMacro")

/// Adds a unique constraint over columns to the table of the enclosing struct.
///
/// ```swift
/// #Unique<Song>(\.artistID, \.title)
/// ```
///
/// - Parameter columns: The properties of the columns.
@freestanding(declaration)
public macro Unique<Record>(_ columns: PartialKeyPath<Record>...) =
  #externalMacro(module: "QuarryMacros", type: "IndexMacro")

/// Adds a foreign key to the table of the enclosing struct, over several columns or to columns that aren't the parent's primary key.
///
/// ```swift
/// #ForeignKey<Ticket>(\.hall, \.number, references: \Seat.hall, \Seat.number, onDelete: .cascade)
/// ```
///
/// - Parameters:
///   - columns: The properties of the child's columns.
///   - parents: The properties of the parent's columns, each with the parent's type.
///   - onDelete: The action when the parent is deleted. If `nil`, NO ACTION.
///   - onUpdate: The action when the parent's key changes. If `nil`, NO ACTION.
///   - deferred: Whether the constraint is checked at the end of the transaction.
@freestanding(declaration)
public macro ForeignKey<Record>(
  _ columns: PartialKeyPath<Record>..., references parents: AnyKeyPath..., onDelete: SQLReference.Action? = nil,
  onUpdate: SQLReference.Action? = nil, deferred: Bool = false
) = #externalMacro(module: "QuarryMacros", type: "IndexMacro")
#endif
