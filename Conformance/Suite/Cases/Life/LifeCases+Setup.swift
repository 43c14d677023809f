import Quarry

/// The setup of every connection.
extension LifeCases {
  static let setup: [ConformanceCase] = [
    ConformanceCase(
      "LIFE-22", "connectionSQL prepares every connection, or is refused by type", .core,
      "Quarry: DatabaseConfiguration.connectionSQL",
      "What the statements set up MUST be there on the writer and on every reader before their first statement; a driver "
        + "without lasting connections MUST refuse to open."
    ) { test in
      let configuration = DatabaseConfiguration(
        maximumReaders: 2,
        connectionSQL: [
          "CREATE TEMP TABLE note (n)", "INSERT INTO note VALUES (\(7))", "CREATE TEMP VIEW seen AS SELECT n FROM note",
        ])
      guard !test.profile.capabilities.lacks(.connectionState) else {
        let error = await test.expectError(.unsupportedFeature, "the driver keeps nothing on a connection") {
          try await test.database(test.request(), configuration)
        }
        test.expectEqual(error?.missing, .connectionState, "the error says what is missing")
        test.expect(error?.message.contains("connectionSQL") == true, "the error names the setting")
        return await test.expectUsable(try await test.database())
      }
      let database = try await test.database(test.request(), configuration)
      await test.expectRows(database, "SELECT n FROM seen", [[7]], "on a reader")
      let writer = try await database.fetchAll(
        ("SELECT n FROM seen" as SQLFragment).values(Int64.self, readOnly: false))
      test.expectEqual(writer, [7], "on the writer")
      if test.has(.interactiveTransactions) {
        await test.expectError(.readOnly, "a reader still refuses to write") {
          try await database.read { (session: SQLSession) in try session.execute("CREATE TABLE t (n)") }
        }
      }
      try await database.execute("CREATE TABLE t (n)")
      await test.expectError(.syntax, "a statement that fails ends the opening") {
        try await test.database(test.request(), DatabaseConfiguration(connectionSQL: ["SELEKT 1"]))
      }
      await test.expectUsable(database)
    }
  ]
}
