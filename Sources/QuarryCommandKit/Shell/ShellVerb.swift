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

  /// Finds a command by its name; `exit` is another word for `quit`.
  init?(_ name: some StringProtocol) {
    let name = name.lowercased()
    guard let verb = Self(rawValue: name == "exit" ? "quit" : name) else { return nil }
    self = verb
  }

  /// What can stand behind the name.
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

  /// What the command does, in a line.
  var summary: String {
    switch self {
    case .dump: "Write the database as SQL text."
    case .explain: "Show how the engine would run a statement."
    case .help: "List the commands, or explain one."
    case .importing: "Insert the rows of a CSV file."
    case .mode: "Choose how results are written."
    case .quit: "Leave the shell."
    case .schema: "Show the statements that made tables, indexes, views and triggers."
    case .tables: "List tables and views."
    case .timer: "Show how long each statement takes."
    case .width: "Choose how many columns of the terminal a table may take."
    }
  }

  /// What is worth knowing beside that.
  var details: String {
    switch self {
    case .dump:
      """
      Without a file, the text goes to the terminal. A file is replaced in one step when the text is complete. It cannot be
      used inside of a transaction.
      """
    case .explain:
      """
      The statement is not run. Without one, the last statement is explained.
      """
    case .help:
      """
      A statement may take several lines and ends with a semicolon. The tabulator key completes keywords, tables and
      columns. Ctrl-C cancels the statement that is running, or the line; Ctrl-D leaves the shell.
      """
    case .importing:
      """
      The first line of the file holds the names of the columns. A table that does not exist is created. Fields are read
      as .mode csv writes them: an empty field without quotes is NULL, x'00ff' a blob, a number a number, and everything
      else, and all that is in quotes, a text. All rows are inserted or, if one cannot be, none; over protocols that hold
      no transaction, those before it stay.
      """
    case .mode:
      """
      table cuts wide cells to the terminal's width, with … at their end, and writes a row as a block of lines where there
      are too many columns. json and csv leave nothing out.
      """
    case .quit:
      """
      So does Ctrl-D. A transaction that is open is rolled back.
      """
    case .schema:
      """
      With a name, only that table or view with all that belongs to it.
      """
    case .tables:
      """
      The pattern is one of LIKE: % stands for any letters, _ for one.
      """
    case .timer:
      """
      The time is that of the statement with all its rows, as it was waited for.
      """
    case .width:
      """
      auto takes the width that the terminal has; off cuts nothing.
      """
    }
  }
}

/// The words behind a command.
enum ShellArguments {
  /// Splits words at blanks; one with blanks stands in single or double quotes, which are doubled inside of it.
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
    guard quote == nil else { throw CommandError("a quote has no end", exit: .usage) }
    if let word { words.append(word) }
    return words
  }
}
#endif
