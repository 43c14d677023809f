#if Command
/// Converts names of a database into Swift names.
struct SwiftNames {
  private var taken: Set<String>

  init(reserved: Set<String>) { taken = reserved }

  /// The name, with a number if it is already taken.
  mutating func unique(_ name: String) -> String {
    var (candidate, number) = (name, 2)
    while !taken.insert(candidate).inserted {
      candidate = name.trimmingBackticks + "\(number)"
      number += 1
    }
    return candidate
  }

  /// Names that a type of the file can't have.
  static let types: Set<String> = [
    "String", "Int64", "Double", "Bool", "UInt8", "SQLValue", "SQLTable", "SQLColumn", "SQLIndex", "SQLCodable",
    "SQLDecodable", "SQLForeignKey", "SQLFragment", "SQLGeneratedColumn", "SQLRowReader", "SQLRowWriter",
    "SQLColumnType",
    "Identifiable", "Self", "Type", "Any", "Never", "Optional", "Array", "Quarry", "Swift", "Sendable", "Error",
  ]

  /// Names that a property of a record can't have, because the record already has them.
  static let members: Set<String> = ["table", "encode", "isNullable", "decode", "all", "`self`", "`Self`", "`Type`"]

  /// A type's name: each word begins with an upper-case letter.
  static func type(of name: String) -> String {
    let words = words(of: name)
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return valid(joined, orElse: "Table")
  }

  /// A property's name: the first word begins with a lower-case letter.
  static func member(of name: String) -> String {
    var words = words(of: name)
    guard let first = words.first else { return valid("", orElse: "column") }
    words[0] = first.allSatisfy(\.isUppercase) ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    let rest = words.dropFirst().map { word in
      ["id", "url", "uuid", "json", "html"].contains(word.lowercased())
        ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
    }
    return valid(([words[0]] + rest).joined(), orElse: "column")
  }

  /// The letters and digits of a name, in lower case.
  static func plain(_ name: String) -> String { words(of: name).joined().lowercased() }

  /// The words of a name. They end before an upper-case letter, and at any character that isn't a letter or digit.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    for character in name {
      guard character.isLetter || character.isNumber, isIdentifier(character) else {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if character.isUppercase, let last = word.last, !last.isUppercase {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Whether a character is one of the plain letters and digits that Swift allows in a name.
  private static func isIdentifier(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { $0.isASCII || $0.properties.isXIDContinue }
  }

  private static func valid(_ name: String, orElse other: String) -> String {
    guard let first = name.first else { return other }
    if first.isNumber { return "_" + name }
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// A text as a Swift literal.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 32 || scalar.value == 127: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// Words that can't be names by themselves.
  ///
  /// Source: <https://docs.swift.org/swift-book/documentation/the-swift-programming-language/lexicalstructure/#Keywords-and-Punctuation>.
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal",
    "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static", "struct",
    "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough",
    "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as", "await", "false",
    "is",
    "nil", "self", "Self", "super", "throws", "true", "try", "Type", "Protocol", "_",
  ]
}

extension String {
  fileprivate var trimmingBackticks: String { hasPrefix("`") ? String(dropFirst().dropLast()) : self }
}
#endif
