/// A typed column of a table.
///
/// ```swift
/// static let id = SQLColumn<Int64>("ArtistId", primaryKey: .autoincrement)
/// static let name = SQLColumn<String>("Name", unique: true)
/// static let managerID = SQLColumn<Int64?>("ManagerId", references: .table("Employee"))
/// ```
///
/// A column is nullable exactly when its Swift type is optional.
public struct SQLColumn<Value: SQLValueConvertible>: Sendable {
  /// The column without its Swift type. The identity of this object is the column's identity.
  public let definition: SQLColumnDefinition
  /// The column's coding, or `nil` for the type's usual form.
  public let coding: SQLValueCoding<Value.Unwrapped>?

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - name: The name in the database. Any text is allowed.
  ///   - type: The declared type. If `nil`, the one of the Swift type or of the coding.
  ///   - primaryKey: Whether the column alone is the primary key. Give compound keys to ``SQLTable``.
  ///   - unique: Whether values must differ.
  ///   - defaultValue: The value of a column that an insert leaves out. A number is the number itself, even with a
  ///     coding such as `.scaled(2)`. Everything else is stored unchanged.
  ///   - check: A condition over the row, as SQL text.
  ///   - collation: The collation of comparisons. If `nil`, `BINARY`.
  ///   - references: The table that the column refers to.
  ///   - generated: The expression of a generated column.
  ///   - coding: The coding of the values, for types with more than one stored form.
  public init(
    _ name: String, type: SQLColumnType? = nil, primaryKey: SQLPrimaryKey? = nil, unique: Bool = false,
    defaultValue: SQLColumnDefault? = nil, check: SQLFragment? = nil, collation: SQLCollation? = nil,
    references: SQLReference? = nil, generated: SQLGeneratedColumn? = nil,
    coding: SQLValueCoding<Value.Unwrapped>? = nil
  ) {
    self.init(
      name, type: type, primaryKey: primaryKey, unique: unique, defaultValue: defaultValue, check: check,
      collation: collation, references: references, generated: generated, stamp: nil, coding: coding)
  }

  init(
    _ name: String, type: SQLColumnType?, primaryKey: SQLPrimaryKey?, unique: Bool, defaultValue: SQLColumnDefault?,
    check: SQLFragment?, collation: SQLCollation?, references: SQLReference?, generated: SQLGeneratedColumn?,
    stamp: SQLColumnStamp?, coding: SQLValueCoding<Value.Unwrapped>?
  ) {
    self.coding = coding
    let form = coding?.storedForm ?? Value.Unwrapped.storedForm
    self.definition = SQLColumnDefinition(
      name: name, type: type ?? coding?.columnType ?? Value.columnType, isNullable: Value.isNullable,
      primaryKey: primaryKey, isUnique: unique, defaultValue: defaultValue?.stored(in: form), check: check,
      collation: collation, references: references, generated: generated, stamp: stamp,
      conversion: TypedColumnConversion<Value>(coding: coding))
  }

  /// The name in the database.
  public var name: String { definition.name }
}

/// A column without its Swift type. Two columns are the same if they are the same object.
public final class SQLColumnDefinition: Sendable {
  /// The name in the database.
  public let name: String
  /// The declared type.
  public let type: SQLColumnType
  /// Whether the column can hold NULL.
  public let isNullable: Bool
  /// Whether the column alone is the primary key.
  public let primaryKey: SQLPrimaryKey?
  /// Whether values must differ.
  public let isUnique: Bool
  /// The value of a column that an insert leaves out.
  public let defaultValue: SQLColumnDefault?
  /// A condition over the row.
  public let check: SQLFragment?
  /// The collation of comparisons.
  public let collation: SQLCollation?
  /// The table that the column refers to.
  public let references: SQLReference?
  /// The expression of a generated column.
  public let generated: SQLGeneratedColumn?
  /// When typed changes write the time into the column, or `nil` for never.
  public let stamp: SQLColumnStamp?
  /// The storage of the column's Swift type, for the automatic mapping, or `nil` if no Swift type is known.
  let conversion: (any ColumnConversion)?
  /// The column's Swift type without optionality, if it's stored in its default form.
  package let plainType: ObjectIdentifier?
  /// How the column stores its values, or `nil` if no Swift type is known.
  let storedForm: SQLStoredForm?
  /// The name, quoted.
  let quotedName: String

  /// Creates a definition. Usually, ``SQLColumn`` creates it.
  public convenience init(
    name: String, type: SQLColumnType, isNullable: Bool, primaryKey: SQLPrimaryKey? = nil, isUnique: Bool = false,
    defaultValue: SQLColumnDefault? = nil, check: SQLFragment? = nil, collation: SQLCollation? = nil,
    references: SQLReference? = nil, generated: SQLGeneratedColumn? = nil
  ) {
    self.init(
      name: name, type: type, isNullable: isNullable, primaryKey: primaryKey, isUnique: isUnique,
      defaultValue: defaultValue, check: check, collation: collation, references: references, generated: generated,
      stamp: nil, conversion: nil)
  }

  init(
    name: String, type: SQLColumnType, isNullable: Bool, primaryKey: SQLPrimaryKey?, isUnique: Bool,
    defaultValue: SQLColumnDefault?, check: SQLFragment?, collation: SQLCollation?, references: SQLReference?,
    generated: SQLGeneratedColumn?, stamp: SQLColumnStamp? = nil, conversion: (any ColumnConversion)?
  ) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
    self.primaryKey = primaryKey
    self.isUnique = isUnique
    self.defaultValue = defaultValue
    self.check = check
    self.collation = collation
    self.references = references
    self.generated = generated
    self.stamp = stamp
    self.conversion = conversion
    self.plainType = conversion?.plainType
    self.storedForm = conversion?.storedForm
    self.quotedName = SQLIdentifier.quote(name)
  }

  /// Whether a Swift type of the column is known.
  package var isTyped: Bool { conversion != nil }

  /// Whether the column is the table's rowid: an `INTEGER` that alone is the primary key.
  ///
  /// Source: <https://sqlite.org/lang_createtable.html>, section 5.
  public var isRowID: Bool { primaryKey != nil && type.rawValue.uppercased() == "INTEGER" }
}

/// The ways in which a single column is the primary key.
public enum SQLPrimaryKey: Sendable, Hashable {
  /// PRIMARY KEY. The engine assigns an integer key of 0 or `nil`.
  case plain
  /// PRIMARY KEY AUTOINCREMENT. The engine never reuses a key.
  case autoincrement
}

/// The default of a column.
public enum SQLColumnDefault: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// A value.
  case value(SQLValue)
  /// An expression, as SQL text.
  case expression(SQLFragment)

  /// `CURRENT_TIMESTAMP`: date and time in UTC, as text.
  public static let currentTimestamp = SQLColumnDefault.expression("CURRENT_TIMESTAMP")

  /// An integer.
  public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
  /// A real.
  public init(floatLiteral value: Double) { self = .value(.real(value)) }
  /// A text.
  public init(stringLiteral value: String) { self = .value(.text(value)) }
  /// 1 or 0.
  public init(booleanLiteral value: Bool) { self = .value(.integer(value ? 1 : 0)) }
  /// NULL.
  public init(nilLiteral: ()) { self = .value(.null) }
}

extension SQLColumnDefault {
  /// The default as a number of units, for a form that counts units. A number that isn't a whole number of units
  /// stays a real, and reading it throws.
  func stored(in form: SQLStoredForm) -> SQLColumnDefault {
    guard case .scaledInteger(let digits) = form.kind, digits > 0, digits <= 18 else { return self }
    let factor = SQLStoredForm.powerOfTen(digits)
    switch self {
    case .value(.integer(let number)):
      let (units, overflow) = number.multipliedReportingOverflow(by: factor)
      return .value(overflow ? .real(Double(number) * Double(factor)) : .integer(units))
    case .value(.real(let number)):
      let units = (number * Double(factor)).rounded()
      guard units / Double(factor) == number, let exact = Int64(exactly: units) else { return self }
      return .value(.integer(exact))
    default: return self
    }
  }
}

/// A generated column.
///
/// Source: <https://sqlite.org/gencol.html>.
public struct SQLGeneratedColumn: Sendable, Hashable {
  /// The expression, as SQL text.
  public var expression: SQLFragment
  /// Whether the value is stored in the row. If `false`, it's computed at each read.
  public var isStored: Bool

  /// Creates a generated column.
  public init(_ expression: SQLFragment, stored: Bool = false) {
    self.expression = expression
    self.isStored = stored
  }
}

/// The name of a collating sequence: an open set.
public struct SQLCollation: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name.
  public var rawValue: String
  /// Creates a collation from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a collation from its name.
  public init(stringLiteral value: String) { self.rawValue = value }

  /// Compares bytes.
  public static let binary: SQLCollation = "BINARY"
  /// Compares bytes, ignoring the case of the 26 ASCII letters.
  public static let nocase: SQLCollation = "NOCASE"
  /// Compares bytes, ignoring trailing spaces.
  public static let rtrim: SQLCollation = "RTRIM"
}

extension SQLFragment.StringInterpolation {
  /// Appends a column's quoted name.
  public mutating func appendInterpolation<Value>(_ column: SQLColumn<Value>) {
    appendInterpolation(identifier: column.name)
  }
}
