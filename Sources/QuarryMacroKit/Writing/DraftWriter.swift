#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the draft of a record: what there is of it before it is stored.
struct DraftWriter {
  let record: RecordDeclaration

  /// A property of the draft.
  private struct Property {
    let column: ColumnProperty
    /// The type in the draft.
    let type: String
    /// The value that it starts with; `nil` where it has to be given.
    let initial: String?
    /// Whether nothing is written while it is `nil`, so that the database assigns the value.
    let isLeftOut: Bool
    /// Whether the initializer takes it.
    var isParameter = true
  }

  private var properties: [Property] {
    let replacer = SelfReplacer(record.name)
    return record.columns.filter { !$0.isGenerated }.map { column in
      let type = replacer.text(column.type)
      let initial = column.initial.map { replacer.text($0) }
      let isOptional = column.isOptional
      var result: Property
      if column.arguments["primaryKey"] != nil, isAssigned(column) {
        result = Property(column: column, type: type + "?", initial: "nil", isLeftOut: true)
      } else if let initial {
        result = Property(column: column, type: type, initial: initial, isLeftOut: false)
      } else if column.isStamped || column.arguments["defaultValue"] != nil {
        result = Property(column: column, type: isOptional ? type : type + "?", initial: "nil", isLeftOut: true)
      } else {
        result = Property(column: column, type: type, initial: isOptional ? "nil" : nil, isLeftOut: false)
      }
      // Who can't see the property can't give it a value.
      result.isParameter = result.initial == nil || column.access >= record.access
      return result
    }
  }

  /// Whether the database assigns the key: an integer, or what the macro can't tell from one.
  private func isAssigned(_ column: ColumnProperty) -> Bool {
    if column.type.isKnownNotToBeAnInteger { return false }
    guard let initial = column.initial else { return true }
    return initial.is(IntegerLiteralExprSyntax.self) || initial.is(NilLiteralExprSyntax.self)
  }

  var draft: DeclSyntax {
    let properties = properties
    let access = record.access.text
    let parameters = properties.filter(\.isParameter)
    let initializer = parameters.map(\.column.access).reduce(record.access, min)
    let initializerAccess = (initializer == .private ? .fileprivate : initializer).text
    let lines = properties.map { property in
      let initial = property.isParameter ? "" : property.initial.map { " = " + $0 } ?? ""
      return "\n  \(property.column.access.text)var \(property.column.name): \(property.type)\(initial)"
    }
    let list = parameters.map { property in
      "\(property.column.name): \(property.type)\(property.initial.map { " = " + $0 } ?? "")"
    }
    let assigns = parameters.map { "\n    self.\($0.column.name) = \($0.column.name)" }
    let copies = properties.map { "\n    self.\($0.column.name) = record.\($0.column.name)" }
    return """
      /// A record that isn't stored yet.
      \(raw: access)struct Draft: SQLDraft {
        \(raw: access)typealias Record = \(raw: record.name)
      \(raw: lines.joined())

        /// Creates a draft. What is left out is assigned by the database, or starts as in the record.
        \(raw: initializerAccess)init(\(raw: list.joined(separator: ", "))) {\(raw: assigns.joined())
        }

        /// Creates a draft that has the values and the key of a record.
        \(raw: access)init(_ record: \(raw: record.name)) {\(raw: copies.joined())
        }

        \(raw: access)func encode(to row: inout SQLRowWriter<\(raw: record.name)>) {\(raw: properties.map(writing).joined())
        }
      }
      """
  }

  private func writing(_ property: Property) -> String {
    let column = property.column
    guard property.isLeftOut else { return "\n    " + column.writing(record.name) }
    let value = column.writing(record.name, "value", isOptional: false, column.representation)
    return "\n    if let value = self.\(column.name) {\n      \(value)\n    }"
  }
}
#endif
