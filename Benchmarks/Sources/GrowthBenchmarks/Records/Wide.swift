import CSQLite
import Quarry

/// Columns of two kinds by turns: integers c0, c2 … and texts c1, c3 …
struct WideColumns: Sendable {
  let numbers: [SQLColumn<Int64>]
  let texts: [SQLColumn<String>]
  let table: SQLTable

  init(_ count: Int) {
    numbers = stride(from: 0, to: count, by: 2).map { SQLColumn<Int64>("c\($0)") }
    texts = stride(from: 1, to: count, by: 2).map { SQLColumn<String>("c\($0)") }
    var definitions: [SQLColumnDefinition] = []
    for index in numbers.indices { definitions += [numbers[index].definition, texts[index].definition] }
    table = SQLTable("wide\(count)", definitions: definitions)
  }
}

/// How many columns a ``Wide`` has.
protocol Width: Sendable {
  static var columns: WideColumns { get }
}

enum Width2: Width { static let columns = WideColumns(2) }
enum Width10: Width { static let columns = WideColumns(10) }
enum Width50: Width { static let columns = WideColumns(50) }
enum Width100: Width { static let columns = WideColumns(100) }
enum Width200: Width { static let columns = WideColumns(200) }

/// What every candidate but `SQLRow` makes of a row.
struct WideValues: Sendable {
  var numbers: [Int64] = []
  var texts: [String] = []

  init(_ columns: Int) {
    numbers.reserveCapacity(columns / 2)
    texts.reserveCapacity(columns / 2)
  }

  init(raw statement: OpaquePointer, _ columns: Int) {
    self.init(columns)
    for column in stride(from: 0, to: Int32(columns), by: 2) {
      numbers.append(sqlite3_column_int64(statement, column))
      texts.append(rawText(statement, column + 1))
    }
  }
}

/// A row of many columns, mapped by hand.
struct Wide<W: Width>: SQLDecodable {
  var values: WideValues

  static var table: SQLTable { W.columns.table }

  init(row: inout SQLRowReader<Self>) throws {
    let columns = W.columns
    values = WideValues(2 * columns.numbers.count)
    for index in columns.numbers.indices {
      values.numbers.append(try row[columns.numbers[index]])
      values.texts.append(try row[columns.texts[index]])
    }
  }
}

/// The same row through `Decodable`.
struct DecodableWide<W: Width>: Decodable, Sendable {
  var values: WideValues

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let columns = W.columns
    let container = try decoder.container(keyedBy: Key.self)
    values = WideValues(2 * columns.numbers.count)
    for index in columns.numbers.indices {
      let number = Key(stringValue: columns.numbers[index].definition.name)
      let text = Key(stringValue: columns.texts[index].definition.name)
      values.numbers.append(try container.decode(Int64.self, forKey: number))
      values.texts.append(try container.decode(String.self, forKey: text))
    }
  }
}
