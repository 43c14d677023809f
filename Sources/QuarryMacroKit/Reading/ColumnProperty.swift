#if Macros
import SwiftSyntax

/// A property that is stored in a column, or in the columns of a group.
struct ColumnProperty {
  /// The name as it is written, with backticks where it needs them.
  var name: String
  /// The name of the column, an expression.
  var columnName: String
  /// The Swift type.
  var type: TypeSyntax
  /// The type in the declaration, where something is wrong with it; `nil` where it isn't written.
  var typePlace: TypeSyntax?
  /// The value that the property starts with.
  var initial: ExprSyntax?
  /// Who sees the property.
  var access: Access
  /// The documentation, a line each.
  var comment: [String]
  /// The name in the declaration, where something is wrong with the property.
  var place: TokenSyntax
  /// What `@Column` says, by the label in the initializer of `SQLColumn`.
  var arguments: [String: String] = [:]
  /// The key that `@Column` says.
  var key: ExprSyntax?
  /// The type that stands for the property's in the database.
  var representation: String?
  /// The prefix of a group.
  var prefix: String?

  /// The labels in the order of `SQLColumn`'s initializer.
  static let labels = [
    "stamp", "type", "primaryKey", "unique", "defaultValue", "check", "collation", "references", "generated", "coding",
  ]

  var isGroup: Bool { prefix != nil }
  var isGenerated: Bool { arguments["generated"] != nil }
  /// Whether changes fill the column with the time.
  var isStamped: Bool { arguments["stamp"] != nil }
  var isOptional: Bool { type.isOptional }

  /// The type of the column.
  var columnType: String {
    guard let representation else { return type.trimmedDescription }
    return isOptional ? representation + "?" : representation
  }

  /// The arguments behind the name.
  var argumentText: String {
    Self.labels.compactMap { label in arguments[label].map { ", \(label): \($0)" } }.joined()
  }

  /// Reads the property from a row.
  ///
  /// - Parameter columns: What the columns are members of.
  func reading(_ columns: String) -> String {
    let unwrapping = representation == nil ? "" : isOptional ? "?.value" : ".value"
    return "row[\(columns).\(name)]\(unwrapping)"
  }

  /// Reads properties from a row, as the body of an initializer.
  ///
  /// All are read before the first is set: otherwise the compiler copies the whole value at the end of an initializer that
  /// can throw.
  ///
  /// - Parameter columns: What the columns are members of.
  static func reading(_ properties: [ColumnProperty], _ columns: String) -> String {
    if let only = properties.first, properties.count == 1 {
      return "\n    self.\(only.name) = try \(only.reading(columns))"
    }
    let names = properties.map { "self.\($0.name)" }.joined(separator: ", ")
    let values = properties.map { "\n      " + $0.reading(columns) }.joined(separator: ",")
    return "\n    (\(names)) = try (\(values)\n    )"
  }

  /// Writes a value of the property to a row.
  ///
  /// - Parameters:
  ///   - columns: What the columns are members of.
  ///   - value: The value.
  ///   - isOptional: Whether the value is optional.
  ///   - representation: The type that stands for the property's, as it can be named where this is written.
  func writing(_ columns: String, _ value: String, isOptional: Bool, _ representation: String?) -> String {
    guard let representation else { return "row[\(columns).\(name)] = \(value)" }
    return isOptional
      ? "row[\(columns).\(name)] = \(value).map { \(representation)($0) }"
      : "row[\(columns).\(name)] = \(representation)(\(value))"
  }

  /// Writes the property of `self` to a row, in an extension, where a type that is nested beside this one has no short name.
  func writing(_ columns: String) -> String {
    writing(columns, "self.\(name)", isOptional: isOptional, representation == nil ? nil : ".init")
  }
}
#endif
