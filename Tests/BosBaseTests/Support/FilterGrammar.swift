#if Identity
/// Reads filters by the grammar of servers, written from its description alone and independent of the code under test.
///
/// A filter becomes a tree of comparisons, or nothing where a server refuses it.
struct FilterGrammar {
  /// How a server reads backslashes in texts.
  enum Reading: CaseIterable, Sendable {
    /// Only in front of the quote that encloses the text, and there always.
    case older
    /// In front of either quote, of a backslash, and of `n`, `r` and `t`, from left to right.
    case newer
  }

  indirect enum Tree: Equatable {
    case comparison(Operand, String, Operand)
    /// Terms with the operators between them.
    case group([Tree], [String])
  }

  enum Operand: Equatable {
    case name(String)
    case text(String)
    case number(String)
  }

  private var rest: ArraySlice<Unicode.Scalar>
  private let reading: Reading

  /// The tree of a filter; `nil` where a server refuses it.
  static func tree(_ text: String, _ reading: Reading) -> Tree? {
    // U+0000 ends what is read.
    guard !text.unicodeScalars.contains("\0") else { return nil }
    var grammar = FilterGrammar(rest: Array(text.unicodeScalars)[...], reading: reading)
    guard let tree = grammar.group() else { return nil }
    grammar.space()
    return grammar.rest.isEmpty ? tree : nil
  }

  private init(rest: ArraySlice<Unicode.Scalar>, reading: Reading) {
    self.rest = rest
    self.reading = reading
  }

  /// Takes white space and comments.
  private mutating func space() {
    while let next = rest.first {
      if next.properties.isWhitespace {
        rest.removeFirst()
      } else if rest.starts(with: ["/", "/"]) {
        rest = rest.drop { $0 != "\n" }
      } else {
        return
      }
    }
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func group() -> Tree? {
    guard let first = term() else { return nil }
    var terms = [first]
    var operators: [String] = []
    while true {
      space()
      guard let joined = ["&&", "||"].first(where: { take($0) }) else { break }
      guard let next = term() else { return nil }
      operators.append(joined)
      terms.append(next)
    }
    return terms.count == 1 ? first : .group(terms, operators)
  }

  private mutating func term() -> Tree? {
    space()
    if take("(") {
      guard let inner = group() else { return nil }
      space()
      return take(")") ? inner : nil
    }
    guard let left = operand() else { return nil }
    space()
    let signs = ["!=", ">=", "<=", "!~", "=", ">", "<", "~"]
    guard let sign = (signs.map { "?" + $0 } + signs).first(where: { take($0) }) else { return nil }
    space()
    guard let right = operand() else { return nil }
    return .comparison(left, sign, right)
  }

  private mutating func operand() -> Operand? {
    guard let first = rest.first else { return nil }
    if first == "'" || first == "\"" { return text(first) }
    if first == "-" || Self.isDigit(first) {
      var number = take("-") ? "-" : ""
      number += taken(Self.isDigit)
      if rest.starts(with: ["."]) {
        rest.removeFirst()
        let digits = taken(Self.isDigit)
        guard !digits.isEmpty else { return nil }
        number += "." + digits
      }
      guard number != "-", rest.first.map({ !Self.isInName($0) }) ?? true else { return nil }
      return .number(number)
    }
    guard Self.isInName(first), first != ".", first != ":" else { return nil }
    let name = taken(Self.isInName)
    return name.hasSuffix(".") || name.hasSuffix(":") ? nil : .name(name)
  }

  private mutating func text(_ quote: Unicode.Scalar) -> Operand? {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let next = rest.popFirst() {
      if next == "\\", let following = rest.first {
        switch reading {
        case .older where following == quote, .newer where ["'", "\"", "\\"].contains(following):
          rest.removeFirst()
          text.append(following)
          continue
        case .newer:
          if let control = ["n": "\n", "r": "\r", "t": "\t"][following] as Unicode.Scalar? {
            rest.removeFirst()
            text.append(control)
            continue
          }
        default: break
        }
      }
      if next == quote { return .text(String(text)) }
      text.append(next)
    }
    return nil
  }

  private mutating func taken(_ isWanted: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: isWanted)
    rest.removeFirst(taken.count)
    return String(String.UnicodeScalarView(taken))
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
  private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      || "_@#.:".unicodeScalars.contains(scalar)
  }
}
#endif
