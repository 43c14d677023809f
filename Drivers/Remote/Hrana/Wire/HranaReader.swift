import Quarry
internal import QuarryWire

/// Reads the responses of a server in one pass, with errors in the protocol's terms.
struct HranaReader {
  var reader: JSONReader
  /// The largest number of a change that was read.
  private(set) var largestNumber: UInt64?

  /// Where the rows begin and the result of the statement ends, in a response that has rows once, after their columns
  /// and before everything else that counts.
  var rowsPlace: (rows: JSONPlace, columns: [ColumnDescription], end: Int)?
  /// The number of lists of rows that were read.
  var rowsCount = 0

  init(_ bytes: [UInt8]) { reader = JSONReader(bytes) }

  /// Goes on at a place of another response, up to which both are equal.
  init(_ bytes: [UInt8], at place: JSONPlace) { reader = JSONReader(bytes, at: place) }

  /// Reads one line of a response.
  init(_ bytes: [UInt8], in line: Range<Int>) { reader = JSONReader(bytes, in: line) }

  mutating func next() throws(HranaMalformed) -> JSONEvent {
    do throws(JSONError) {
      return try reader.requiredEvent()
    } catch {
      throw HranaMalformed(error.description)
    }
  }

  mutating func value() throws(HranaMalformed) -> JSONValue {
    do throws(JSONError) { return try reader.value() } catch { throw HranaMalformed(error.description) }
  }

  mutating func skip() throws(HranaMalformed) {
    do throws(JSONError) { try reader.skip() } catch { throw HranaMalformed(error.description) }
  }

  /// Makes sure that nothing follows.
  mutating func finish() throws(HranaMalformed) {
    do throws(JSONError) { _ = try reader.nextEvent() } catch { throw HranaMalformed(error.description) }
  }

  // MARK: Members

  /// Begins an object, whose members come in any order; see ``nextMember()``.
  mutating func beginObject(_ what: String) throws(HranaMalformed) {
    guard case .beginObject = try next() else { throw HranaMalformed("\(what) is no object") }
  }

  /// Goes on to the next member of the object. `false` at its end. Every member must be read or skipped.
  mutating func nextMember() throws(HranaMalformed) -> Bool {
    if case .key = try next() { true } else { false }
  }

  /// Whether the member, or the string that was read last, is this one.
  func isText(_ wanted: StaticString) -> Bool { reader.isText(wanted) }

  /// A string that can be null.
  mutating func optionalString(_ name: StaticString) throws(HranaMalformed) -> String? {
    switch try next() {
    case .string: return reader.string
    case .null: return nil
    default: throw HranaMalformed("\(name) is no string")
    }
  }

  /// Whether the next value is this string. It may be any other value.
  mutating func isString(_ wanted: StaticString) throws(HranaMalformed) -> Bool {
    if case .string = try scalar() { reader.isText(wanted) } else { false }
  }

  /// The next value if it is an integer. It may be any other value.
  mutating func integer() throws(HranaMalformed) -> Int64? {
    if case .number = try scalar(), case .integer(let integer) = reader.number { integer } else { nil }
  }

  /// The next value. Of a list or an object, it returns only the beginning, but reads all of it.
  mutating func scalar() throws(HranaMalformed) -> JSONEvent {
    let event = try next()
    switch event {
    case .beginArray, .beginObject:
      let inner = reader.depth
      while reader.depth >= inner { _ = try next() }
    default: break
    }
    return event
  }

  /// The number of the newest change: a string, or a number in the responses of some servers.
  @discardableResult
  mutating func number() throws(HranaMalformed) -> UInt64? {
    var number: UInt64?
    switch try scalar() {
    case .null: return nil
    case .number: if case .integer(let integer) = reader.number { number = UInt64(exactly: integer) }
    case .string: number = UInt64(reader.string)
    default: break
    }
    guard let number else { throw HranaMalformed("replication_index is no number") }
    largestNumber = max(largestNumber ?? 0, number)
    return number
  }

  /// A rowid: a string, or a number in the cursor of some servers.
  mutating func rowID() throws(HranaMalformed) -> Int64 {
    switch try scalar() {
    case .null: return 0
    case .number: if case .integer(let integer) = reader.number { return integer }
    case .string: if let integer = reader.spelledInteger { return integer }
    default: break
    }
    throw HranaMalformed("last_insert_rowid is no integer")
  }

  /// The result columns in a list.
  mutating func columns() throws(HranaMalformed) -> [ColumnDescription] {
    guard case .beginArray = try next() else { throw HranaMalformed("a result has no columns") }
    var columns: [ColumnDescription] = []
    while true {
      switch try next() {
      case .endArray: return columns
      case .beginObject: break
      default: throw HranaMalformed("a column is no object")
      }
      var name: String?
      var type: String?
      while try nextMember() {
        if isText("name") {
          name = try optionalString("name")
        } else if isText("decltype") {
          type = try optionalString("decltype")
        } else {
          try skip()
        }
      }
      columns.append(ColumnDescription(name: name ?? "", declaredType: type))
    }
  }
}
