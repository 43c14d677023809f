internal import Quarry

/// Changes to the text of a statement whose parameters are all `?`.
struct RqliteEdits {
  /// A part of a replacement.
  enum Piece {
    case text(String)
    /// A bound value.
    case value(SQLValue)
    /// Tokens of the statement, with the changes inside them.
    case tokens(Range<Int>)
  }

  private struct Edit {
    var range: Range<Int>
    var pieces: [Piece]
  }

  private let source: [UInt8]
  private let tokens: [SQLToken]
  private let values: [SQLValue]
  /// The position among the parameters, by the index of the token.
  private let ordinals: [Int: Int]
  private var edits: [Int: [Edit]] = [:]
  private var result: [UInt8] = []
  private var resultValues: [SQLValue] = []

  init(_ text: StatementText, _ values: [SQLValue]) {
    source = Array(text.sql.utf8)
    tokens = text.tokens
    self.values = values
    var ordinals: [Int: Int] = [:]
    for index in tokens.indices where tokens[index].kind == .parameter { ordinals[index] = ordinals.count }
    self.ordinals = ordinals
  }

  /// Whether there are no changes.
  var isEmpty: Bool { edits.isEmpty }

  /// The bound value of the parameter at an index.
  func value(at index: Int) -> SQLValue? {
    ordinals[index].flatMap { values.indices.contains($0) ? values[$0] : nil }
  }

  /// Replaces tokens, or inserts before one.
  mutating func replace(_ range: Range<Int>, _ pieces: [Piece]) {
    edits[range.lowerBound, default: []].append(Edit(range: range, pieces: pieces))
  }

  /// The changed text, and its values in order.
  func rendered() -> (sql: String, values: [SQLValue]) {
    var copy = self
    copy.write(tokens.startIndex..<tokens.endIndex, inside: [])
    if let last = tokens.last { copy.result += source[last.range.upperBound...] }
    return (String(decoding: copy.result, as: UTF8.self), copy.resultValues)
  }

  /// The text of some tokens, and its values in order.
  func rendered(_ range: Range<Int>) -> (sql: String, values: [SQLValue]) {
    var copy = self
    copy.write(range, inside: [])
    return (String(decoding: copy.result, as: UTF8.self), copy.resultValues)
  }

  private mutating func write(_ range: Range<Int>, inside: Set<[Int]>) {
    var index = range.lowerBound
    var isFirst = true
    while index < range.upperBound {
      let here = (edits[index] ?? []).filter {
        $0.range.upperBound <= range.upperBound && !inside.contains([$0.range.lowerBound, $0.range.upperBound])
      }
      for edit in here where edit.range.isEmpty { write(edit, inside) }
      let start = isFirst && range.lowerBound > 0 ? tokens[index].range.lowerBound : self.end(before: index)
      if isFirst, range.lowerBound == 0 {
        result += source[..<tokens[index].range.lowerBound]
      } else {
        result += source[start..<tokens[index].range.lowerBound]
      }
      isFirst = false
      if let edit = here.filter({ !$0.range.isEmpty }).max(by: { $0.range.count < $1.range.count }) {
        write(edit, inside)
        index = edit.range.upperBound
      } else {
        result += source[tokens[index].range]
        if let ordinal = ordinals[index] {
          resultValues.append(values.indices.contains(ordinal) ? values[ordinal] : .null)
        }
        index += 1
      }
    }
  }

  private func end(before index: Int) -> Int { index > 0 ? tokens[index - 1].range.upperBound : 0 }

  private mutating func write(_ edit: Edit, _ inside: Set<[Int]>) {
    let inside = inside.union([[edit.range.lowerBound, edit.range.upperBound]])
    for piece in edit.pieces {
      switch piece {
      case .text(let text): result += text.utf8
      case .value(let value):
        result.append(UInt8(ascii: "?"))
        resultValues.append(value)
      case .tokens(let range): write(range, inside: inside)
      }
    }
  }
}
