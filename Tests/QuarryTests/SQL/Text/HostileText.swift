/// Random SQL text: statements that are right, and texts made to be read wrongly.
struct HostileText: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Pieces put together without any rule.
  mutating func pieces() -> String {
    var text = Bool.random(using: &self) ? "SELECT " : ""
    for _ in 0..<Int.random(in: 1...12, using: &self) {
      text += Self.all[Int.random(in: 0..<Self.all.count, using: &self)]
      if Int.random(in: 0..<3, using: &self) == 0 { text += gap() }
    }
    return text
  }

  /// One to three statements that an engine takes, with blanks and comments wherever they may stand.
  mutating func statements() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      text += gap()
      switch Int.random(in: 0..<8, using: &self) {
      case 0: text += "WITH" + space() + "replace(a)" + gap() + "AS" + gap() + "(" + select() + ")" + gap() + select()
      case 1: text += "EXPLAIN" + space() + select()
      case 2:
        text += "PRAGMA" + space() + ["user_version", "main.cache_size", "table_info(t)", "\"page_count\""].pick(&self)
      case 3: text += "INSERT" + space() + "INTO t VALUES" + gap() + "(" + expression() + ")"
      case 4:
        text +=
          "WITH d AS (" + select() + ")" + gap() + ["REPLACE INTO t", "INSERT INTO t", "DELETE FROM t --"].pick(&self)
          + "\n" + ["SELECT 1", "VALUES(1)"].pick(&self)
      case 5: text += ["BEGIN", "SAVEPOINT", "CREATE TEMP", "VACUUM"].pick(&self) + gap()
      default: text += select()
      }
      text += gap() + (Int.random(in: 0..<8, using: &self) == 0 ? "" : ";")
    }
    return text + gap()
  }

  private mutating func select() -> String {
    var text = "SELECT" + space() + expression()
    for _ in 0..<Int.random(in: 0...2, using: &self) { text += gap() + "," + gap() + expression() }
    return text
  }

  private mutating func expression() -> String {
    let value = Self.values.pick(&self)
    return Bool.random(using: &self)
      ? value : value + gap() + ["+", "||", "<>", "=="].pick(&self) + gap() + Self.values.pick(&self)
  }

  /// Something between tokens, at least one blank.
  private mutating func space() -> String {
    [" ", "\n", "\t", "/**/", "--\n", "\r\n", "\u{0C} \u{0B}"].pick(&self) + gap()
  }

  private mutating func gap() -> String {
    var text = ""
    while Bool.random(using: &self) { text += Self.blanks.pick(&self) }
    return text
  }

  private static let blanks = [
    " ", "\n", "\t", "\r", "\u{0C}", " \u{0B}", "-- ; ' \" ]\n", "/* ; ' \" */", "/**/", "/***/", "/*/ */", "--\n",
    "/* -- */", "-- /*\n",
  ]

  private static let values = [
    "1", "1.5", ".5", "1.", "1e5", "1E+5", "1.e-3", "0x1F", "'a'", "'a''b;'", "''", "';--'", "'/*'", "x'00ff'", "X''",
    "?", "?7", ":a", "@b", "$c", "$c::d", "$c(x;y)", "$::e", ":a::", "$c::(;)", ":ä", "NULL", "\"q;\"", "'\"'", "'`[' ",
  ]

  private static let hostile = [
    "'open", "\"open;", "`open", "[open;", "/* open", "/*", "--", "x'", "x'0'", "x'zz'", "x'ab''c'", "0x", "0xg", "1a",
    "1e", "1e+", "1.5.2", "5.e3", "?12a", ":", "$", "@", "#", "#a", "#1", ":a:b", "$c(x y)", "$c(", "(", ")", ",", ";",
    "+", "-", "*", "/", "|", "<<", "->", "->>", "=", "!=", "!", ".", "%", "&", "~", "{", "}", "\\", "^", "\u{0B}",
    "\u{01}", "`t;`", "[b;r]", "[a]]", "\"a\"\"b\"", "a$b", "a$b(;)", "x", "X", "_", "é", "SELECT", "FROM", "t", "AS a",
    "EXPLAIN", "BEGIN", "END", "'", "''", "\"", "1_000", "1__0", "1_", "_1", "\u{FEFF}", "a\u{FEFF}",
  ]

  private static let all = blanks + values + hostile
}

extension [String] {
  fileprivate func pick(_ generator: inout HostileText) -> String { self[Int.random(in: 0..<count, using: &generator)] }
}
