internal import Quarry

extension MusicShopTour {
  /// How many records go into one insert command.
  private static let chunk = 1_000

  /// Creates the tables and inserts the records, in one transaction.
  static func load(
    _ shop: MusicShop, _ progress: @escaping @Sendable (Database) -> ProgressBar
  ) -> TourStep {
    TourStep(
      title: "typed inserts",
      form: { context in
        TourForm.of(context, feature: nil) { (context) throws(DatabaseError) in
          for table in MusicShop.tables { _ = try SQLCreateTable(table).machine(for: context) }
        }
      },
      run: { database in
        let bar = progress(database)
        defer { bar.finish() }
        try await database.write { (session: SQLSession) in
          for table in MusicShop.tables { try session.run(SQLCreateTable(table)) }
          try insert(shop.genres, session, bar)
          try insert(shop.artists, session, bar)
          try insert(shop.albums, session, bar)
          try insert(shop.tracks, session, bar)
          try insert(shop.customers, session, bar)
          try insert(shop.sales, session, bar)
          try insert(shop.lines, session, bar)
          try insert(shop.ratings, session, bar)
        }
        return try await content(of: database)
      })
  }

  private static func insert<Record: SQLEncodable>(
    _ records: [Record], _ session: SQLSession, _ progress: ProgressBar
  ) throws {
    var start = 0
    while start < records.count {
      try Task.checkCancellation()
      let end = min(start + chunk, records.count)
      try session.run(SQLInsert(Array(records[start..<end])))
      progress.advance(by: end - start)
      start = end
    }
  }

  /// The digest of every row of every table.
  static func content(of database: Database) async throws -> ContentDigest {
    var digest = ContentDigest(isOrdered: false)
    for table in MusicShop.tables {
      let columns = table.columns.map { SQLIdentifier.quote($0.name) }.joined(separator: ", ")
      digest.add(
        try await database.digest(
          of: SQLFragment(raw: "SELECT \(columns) FROM \(SQLIdentifier.quote(table.name))"),
          columns: table.columns.count, isOrdered: false))
    }
    return digest
  }
}
