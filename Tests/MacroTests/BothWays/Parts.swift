#if Macros
import Foundation
import Quarry

/// What both ways to write a table share.
enum Mood: String, SQLValueConvertible, CaseIterable { case calm, loud }
enum Level: Int, SQLValueConvertible { case low = 1, high = 9 }
struct Point: SQLJSONConvertible, Hashable { var x: Int, y: Int }

/// A list of words, stored as text with commas.
struct Comma: SQLRepresentation, Hashable {
  var value: [String]
  init(_ value: [String]) { self.value = value }
  static var columnType: SQLColumnType { .text }
  init(sqlValue: SQLValue) throws { value = try String(sqlValue: sqlValue).split(separator: ",").map(String.init) }
  func sqlValue() throws -> SQLValue { .text(value.joined(separator: ",")) }
}

/// A number, stored as itself.
struct Wrapped: SQLRepresentation, Hashable {
  var value: Int
  init(_ value: Int) { self.value = value }
  static var columnType: SQLColumnType { .integer }
  init(sqlValue: SQLValue) throws { value = try Int(sqlValue: sqlValue) }
  func sqlValue() throws -> SQLValue { .integer(Int64(value)) }
}

/// The two namespaces; each has the same types.
enum ByMacro {}
enum ByHand {}
#endif
