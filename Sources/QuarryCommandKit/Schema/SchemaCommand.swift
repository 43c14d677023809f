#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarryCopy
internal import QuarryMemory

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `quarry schema`: the definitions of a database's tables.
struct SchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Write, compare or translate the schema of a database.",
    subcommands: [SchemaDumpCommand.self, SchemaDiffCommand.self, SchemaSwiftCommand.self])
}

/// `quarry schema dump`: the schema as SQL text.
struct SchemaDumpCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", abstract: "Write the schema of a database as SQL text that recreates it.",
    discussion: """
      Examples:
        quarry schema dump sqlite:notes.db > schema.sql

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:music.db.")
  var url: String

  func run() async throws {
    try await reportingErrors {
      let output = BufferedOutput(.current)
      defer { output.flush() }
      _ = try await DatabaseTarget(url, access: .read).withDatabase { database in
        try await DatabaseDumper(includesRows: false).dump(database) { output.console.output($0) }
      }
    }
  }
}

/// `quarry schema diff`: the changes from one schema to another.
struct SchemaDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show the changes that give a database the schema of another one.",
    discussion: """
      Each side is the URL of a database, or a file of SQL text whose name ends in .sql. The changes are written as SQL text, \
      in the order in which they must run, with their effects on existing rows. The exit code is 1 if there are any.

      Examples:
        quarry schema diff sqlite:notes.db schema.sql
        quarry schema diff sqlite:old.db sqlite:new.db --summary
        quarry schema diff sqlite:notes.db schema.sql --apply

      \(CommandExit.help)
      """)

  @Argument(help: "The database that would be changed, or a file of SQL text.")
  var from: String

  @Argument(help: "The database with the wanted schema, or a file of SQL text.")
  var to: String

  @Flag(help: "Write one line per change, without its statements.")
  var summary = false

  @Flag(help: "Make the changes, unless values would be deleted.")
  var apply = false

  @Flag(help: "With --apply: also make changes that delete values.")
  var allowLoss = false

  func validate() throws {
    if allowLoss && !apply { throw ValidationError("--allow-loss belongs to --apply.") }
    if apply && from.hasSuffix(".sql") { throw ValidationError("--apply needs a database, not a file of SQL text.") }
  }

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let changes = try await withSchema(from, access: apply ? .asItIs : .read) { source in
        try await withSchema(to, access: .read) { target in
          let changes = try await source.schemaDifference(to: target)
          if apply { try await make(changes, in: source) }
          return changes
        }
      }
      console.output(summary ? changes.isEmpty ? "" : changes.description + "\n" : changes.sql)
      if !changes.isEmpty, !apply { throw CommandExit.failure.code }
    }
  }

  private func make(_ changes: SchemaChanges, in database: Database) async throws {
    guard changes.danger < .losesData || allowLoss else {
      throw CommandError("nothing was changed, since values would be deleted; --allow-loss does it:\n\(changes)")
    }
    try await database.apply(changes)
  }

  private func withSchema<R>(
    _ name: String, access: DatabaseTarget.Access, _ body: (Database) async throws -> R
  ) async throws -> R {
    guard name.hasSuffix(".sql"), !name.contains(":") else {
      return try await DatabaseTarget(name, access: access).withDatabase(body)
    }
    guard let content = FileManager.default.contents(atPath: name),
      let text = String(validating: content, as: UTF8.self)
    else { throw CommandError("the file \(name) cannot be read, or is not UTF-8", exit: .usage) }
    let database = try await Database(MemoryDriver())
    let result: Result<R, any Error>
    do {
      for statement in SQLScript(text) { try await database.execute(SQLFragment(raw: statement.sql)) }
      result = .success(try await body(database))
    } catch { result = .failure(error) }
    await database.close()
    return try result.get()
  }
}

/// `quarry schema swift`: record types for an existing database.
struct SchemaSwiftCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift", abstract: "Write Swift record types for the tables of a database.",
    discussion: """
      Each table and view becomes a type with its columns, keys, references and indexes. The type of a column follows its \
      declared type and the existing values, so that all of them can be read. Names follow Swift's rules.

      Examples:
        quarry schema swift sqlite:music.db > Records.swift
        quarry schema swift sqlite:music.db --table Artist --table Album

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:music.db.")
  var url: String

  @Option(help: ArgumentHelp("A table or view; by default, all. May be given several times.", valueName: "name"))
  var table: [String] = []

  @Flag(help: "Make the types public.")
  var `public` = false

  func run() async throws {
    try await reportingErrors {
      let tables = try await DatabaseTarget(url, access: .read).withDatabase { database in
        try await SwiftRecordTable.read(database, names: table)
      }
      Console.current.output(SwiftRecordWriter(tables, isPublic: self.public).text)
    }
  }
}
#endif
