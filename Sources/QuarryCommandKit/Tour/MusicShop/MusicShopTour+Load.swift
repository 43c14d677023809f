#if Command
internal import Quarry
internal import QuarryCopy

extension MusicShopTour {
  /// Creates the tables and inserts the records, in one transaction where the driver can hold one open.
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
        try await database.changing { executor in
          for table in MusicShop.tables { try await executor.run(SQLCreateTable(table)) }
          try await insert(shop.genres, executor, bar)
          try await insert(shop.artists, executor, bar)
          try await insert(shop.albums, executor, bar)
          try await insert(shop.tracks, executor, bar)
          try await insert(shop.customers, executor, bar)
          try await insert(shop.sales, executor, bar)
          try await insert(shop.lines, executor, bar)
          try await insert(shop.ratings, executor, bar)
        }
        return try await content(of: database)
      })
  }

  /// Stores blobs and gets them back; a driver that carries none refuses the first one before it sends anything.
  static func covers(_ shop: MusicShop) -> TourStep {
    TourStep(
      title: "blobs",
      form: { context in
        context.capabilities.blobs ? .native : .refused("the driver carries no blobs")
      },
      run: { database in
        try await database.changing { executor in
          try await insert(shop.covers, executor, nil)
          return try await content(of: [Cover.table], in: executor)
        }
      })
  }

  private static func insert<Record: SQLEncodable>(
    _ records: [Record], _ executor: some CapableExecutor, _ progress: ProgressBar?
  ) async throws {
    let count = executor.capabilities.rowsPerCommand(columns: Record.table.columns.count)
    for part in records.parts(of: count) {
      try Task.checkCancellation()
      try await executor.run(SQLInsert(Array(part)))
      progress?.advance(by: part.count)
    }
  }

  /// The digest of every row of every table but the one with blobs.
  static func content(of database: Database) async throws -> ContentDigest {
    try await content(of: MusicShop.tables.filter { $0.name != Cover.table.name }, in: database)
  }

  private static func content(
    of tables: [SQLTable], in executor: some CapableExecutor
  ) async throws -> ContentDigest {
    var digest = ContentDigest(isOrdered: false)
    for table in tables {
      let rows = TableRows(table: table.name, columns: table.columns.map { SQLIdentifier.quote($0.name) })
      digest.add(try await rows.digest(in: executor))
    }
    return digest
  }
}
#endif
