#if Command
import Foundation
import Quarry
import TestSupport
import Testing

@testable import QuarryCommandKit

/// The records beside this file are what `quarry schema swift` writes for the Chinook database.
@Suite("Written records of Chinook", .needsCorpus("chinook")) struct ChinookRecordTests {
  private let scratch: ScratchFolder

  init() async throws {
    scratch = try ScratchFolder()
    let script = try String(
      contentsOfFile: try #require(Surroundings.corpus("chinook")) + "/chinook.sql", encoding: .utf8)
    let made = await CommandRun("sql", scratch.plain("chinook.db"), "--create", input: script)
    #expect(made.code == 0, "\(made.error)")
  }

  private static let files = [
    "ChinookMusic.swift": ["Album", "Artist", "Genre", "MediaType", "Playlist", "PlaylistTrack", "Track"],
    "ChinookSales.swift": ["Customer", "Employee", "Invoice", "InvoiceLine"],
  ]

  @Test("The command writes these files", arguments: files.keys.sorted()) func written(_ file: String) async throws {
    let tables = try #require(Self.files[file])
    let run = await CommandRun(
      arguments: ["schema", "swift", scratch.plain("chinook.db")] + tables.flatMap { ["--table", $0] })
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(file)
    // Files of the package that need a trait stand in its condition.
    let kept = try String(contentsOf: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    #expect(run.output == kept, "write the file again with quarry schema swift")
  }

  @Test("They read all rows, and write them again as they were") func everyRow() async throws {
    let database = try await Database(DriverRegistryForTests.driver(scratch.plain("chinook.db")))
    var rows = 0
    func read<Record: SQLCodable & Sendable>(_ type: Record.Type) async throws {
      let all = try await database.fetchAll(Record.all)
      #expect(try await database.fetchCount(Record.all) == all.count)
      rows += all.count
      let before = try await content(of: Record.table)
      try await database.writeWithForeignKeysSuspended { session in
        try session.execute("DELETE FROM \(identifier: Record.table.name)")
        try session.insert(all)
      }
      #expect(try await content(of: Record.table) == before, "\(Record.table.name)")
    }
    func content(of table: SQLTable) async throws -> [[SQLValue]] {
      try await database.fetchAll(("SELECT * FROM \(identifier: table.name) ORDER BY 1, 2" as SQLFragment).rows())
        .map(\.values)
    }
    try await read(Album.self)
    try await read(Artist.self)
    try await read(Customer.self)
    try await read(Employee.self)
    try await read(Genre.self)
    try await read(Invoice.self)
    try await read(InvoiceLine.self)
    try await read(MediaType.self)
    try await read(Playlist.self)
    try await read(PlaylistTrack.self)
    try await read(Track.self)
    #expect(rows == 15_607)
    let tables = [
      Album.table, Artist.table, Customer.table, Employee.table, Genre.table, Invoice.table, InvoiceLine.table,
      MediaType.table, Playlist.table, PlaylistTrack.table, Track.table,
    ]
    #expect(try await database.schemaDifference(to: tables, droppingOthers: true).isEmpty)
    await database.close()
  }
}
#endif
