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
  /// What the column is, without its Swift type. Its identity is the column's identity.
  public let definition: SQLColumnDefinition
  /// The column's own coding, where it has one.
  public let coding: SQLValueCoding<Value.Unwrapped>?

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - name: The name in the database; any text.
  ///   - type: The declared type; by default the one of the Swift type or of the coding.
  ///   - primaryKey: Whether the column alone is the primary key. Give compound keys to ``SQLTable``.
  ///   - unique: Whether values must differ.
  ///   - defaultValue: The value of a column that an insert leaves out. A number is the number itself, also with a
  ///     coding such as `.scaled(2)`; everything else is stored as it is given.
  ///   - check: A condition over the row, as SQL text.
  ///   - collation: The collation of comparisons, `BINARY` when `nil`.
  ///   - references: The table that the column refers to.
  ///   - generated: The expression of a generated column.
  ///   - coding: How values are stored, for types with more than one representation.
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

/// What a column is, without its Swift type. Two columns are the same when they are the same object.
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
  /// When typed changes fill the column with the time.
  public let stamp: SQLColumnStamp?
  /// How the Swift type of the column is stored, for the automatic mapping, or `nil` if no Swift type is known.
  let conversion: (any ColumnConversion)?
  /// The column's Swift type without optionality, where it is stored in its own default form.
  package let plainType: ObjectIdentifier?
  /// How the column stores its values, or `nil` if no Swift type is known.
  let storedForm: SQLStoredForm?
  /// The name, quoted.
  let quotedName: String

  /// Creates a definition; ``SQLColumn`` is the usual way.
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

/// How a single column is the primary key.
public enum SQLPrimaryKey: Sendable, Hashable {
  /// PRIMARY KEY. An integer key of 0 or `nil` means: assign.
  case plain
  /// PRIMARY KEY AUTOINCREMENT: a key is never used twice.
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
  /// A number in the units of a form that counts them; one that has no whole number of units stays a real, which such a
  /// column refuses to read.
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
  /// Whether the value is stored in the row; otherwise it is computed at each read.
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
  /// Compares without regard to the case of the 26 ASCII letters.
  public static let nocase: SQLCollation = "NOCASE"
  /// Compares bytes, without trailing spaces.
  public static let rtrim: SQLCollation = "RTRIM"
}

extension SQLFragment.StringInterpolation {
  /// Appends a column's quoted name.
  public mutating func appendInterpolation<Value>(_ column: SQLColumn<Value>) {
    appendInterpolation(identifier: column.name)
  }
}
