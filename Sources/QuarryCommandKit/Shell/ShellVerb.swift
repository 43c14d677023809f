#if Command
internal import Quarry

/// The commands of the shell, which begin with a point.
enum ShellVerb: String, CaseIterable, Sendable {
  case dump
  case explain
  case help
  case importing = "import"
  case mode
  case quit
  case schema
  case tables
  case timer
  case width

  /// Other names of commands.
  static let otherNames: [String: Self] = ["exit": .quit]

  /// Finds a command by one of its names.
  init?(_ name: some StringProtocol) {
    let name = name.lowercased()
    guard let verb = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = verb
  }

  /// The command with its arguments.
  var usage: String {
    switch self {
    case .dump: ".dump [FILE]"
    case .explain: ".explain [STATEMENT]"
    case .help: ".help [COMMAND]"
    case .importing: ".import FILE TABLE"
    case .mode: ".mode [\(ResultFormat.allCases.map(\.rawValue).joined(separator: "|"))]"
    case .quit: ".quit"
    case .schema: ".schema [NAME]"
    case .tables: ".tables [PATTERN]"
    case .timer: ".timer [on|off]"
    case .width: ".width [COLUMNS|auto|off]"
    }
  }

  /// What the command does, in one line.
  var summary: String {
    switch self {
    case .dump: "Write the database as SQL text."
    case .explain: "Show the engine's plan for a statement."
    case .help: "List the commands, or describe one."
    case .importing: "Insert the rows of a CSV file."
    case .mode: "Choose how results are written."
    case .quit: "Leave the shell."
    case .schema: "Show the statements that create tables, indexes, views and triggers."
    case .tables: "List tables and views."
    case .timer: "Show how long each statement takes."
    case .width: "Choose the width of tables, in columns of the terminal."
    }
  }

  /// The rest of the command's help.
  var details: String {
    switch self {
    case .dump:
      """
      Without FILE, writes to the terminal. An existing file is replaced when the text is complete, and stays unchanged if
      the command fails. Doesn't work inside a transaction.
      """
    case .explain:
      """
      Doesn't run the statement. Without STATEMENT, explains the last one.
      """
    case .help:
      """
      A statement ends with a semicolon and can have several lines. The Tab key completes keywords, tables and columns.
      Ctrl-C cancels the running statement, or the line. Ctrl-D leaves the shell.
      """
    case .importing:
      """
      The first line of the file names the columns. If TABLE doesn't exist, it's created.

      Reads fields as .mode csv writes them. Without quotes, an empty field is NULL, x'00ff' is a blob and 12 is a number.
      Every other field, and every field in quotes, is a text.

      If a row can't be inserted, none is. Over a protocol without interactive transactions, the rows above it stay.
      """
    case .mode:
      """
      table fits the terminal: wide cells are cut and end with …, and with many columns each row becomes a block of lines.
      json and csv show every value in full.
      """
    case .quit:
      """
      Rolls back an open transaction. Ctrl-D does the same.
      """
    case .schema:
      """
      With NAME, shows only that table or view with its indexes and triggers.
      """
    case .tables:
      """
      PATTERN is a LIKE pattern: % matches any characters, _ matches one.
      """
    case .timer:
      """
      The time runs from the start of the statement to its last row.
      """
    case .width:
      """
      auto is the terminal's width. off shows every cell in full; in less, the arrow keys move sideways.
      """
    }
  }
}

/// The arguments of a command.
enum ShellArguments {
  /// The path of a file, in which `~/` at the beginning means the user's folder.
  static func path(_ word: String) -> String {
    guard word.hasPrefix("~/"), let home = Platform.environment("HOME"), !home.isEmpty else { return word }
    return home + word.dropFirst()
  }

  /// Splits words at blanks. A word in single or double quotes may contain blanks, and the quote itself when it is doubled.
  ///
  /// - Throws: ``CommandError`` for a quote without its end.
  static func split(_ text: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      if let open = quote {
        if character == open, rest.first == open {
          rest.removeFirst()
          word?.append(open)
        } else if character == open {
          quote = nil
        } else {
          word?.append(character)
        }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { throw CommandError("a quote isn't closed", exit: .usage) }
    if let word { words.append(word) }
    return words
  }
}
#endif
