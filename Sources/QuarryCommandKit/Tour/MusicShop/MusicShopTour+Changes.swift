#if Command
internal import Quarry
internal import QuarryCopy

extension MusicShopTour {
  /// The steps that change rows, each in one transaction where the driver can hold one open.
  static func changes(_ shop: MusicShop) -> [TourStep] {
    [upsert(shop), insertReturning(shop), updateReturning, delete, rollBack]
  }

  /// Rates what some customers have rated and some have not: the better rating stays.
  private static func upsert(_ shop: MusicShop) -> TourStep {
    let known = shop.ratings.prefix(400).map {
      Rating(customerID: $0.customerID, trackID: $0.trackID, stars: 3, comment: "again: " + ($0.comment ?? "—"))
    }
    let rated = Set(shop.ratings.filter { $0.customerID == 1 }.map(\.trackID))
    let new = shop.tracks.lazy.map(\.id).filter { !rated.contains($0) }.prefix(100).map {
      Rating(customerID: 1, trackID: $0, stars: 5, comment: nil)
    }
    let ratings: [Rating] = known + new
    return .command("upsert", needs: .upsert, upsert(ratings)) { _, executor in
      var affectedRows: Int64 = 0
      for part in ratings.parts(of: executor.capabilities.statementsPerCommand) {
        affectedRows += try await executor.run(upsert(Array(part))).affectedRows
      }
      var digest = try await content(executor, Rating.all.order { ($0.customerID, $0.trackID) })
      digest.append(row: [.integer(affectedRows)])
      return digest
    }
  }

  private static func upsert(_ ratings: [Rating]) -> SQLUpsert<Rating> {
    SQLInsert(ratings).onConflict(Rating.customerID, Rating.trackID).doUpdate(
      set: { row, new in
        row.stars = Rating.stars + 1
        row.comment = new.comment
      },
      where: { new in Rating.stars < new.stars })
  }

  /// Inserts sales whose keys the engine assigns, and gets them back.
  private static func insertReturning(_ shop: MusicShop) -> TourStep {
    let sales = shop.sales.prefix(50).map { Sale(id: 0, customerID: $0.customerID, soldAt: $0.soldAt, total: $0.total) }
    return .command("insert … RETURNING", needs: .returning, SQLInsert(Array(sales)).returningRecords()) {
      command, executor in
      try content(try await executor.run(command))
    }
  }

  /// Raises prices by predicate, and gets the changed tracks back; their order is the engine's, so it is not compared.
  private static var updateReturning: TourStep {
    let cheap = Track.where { $0.price <= 0.5 && $0.milliseconds > 300_000 }
    let command = SQLUpdate(cheap) { $0.price = Track.price * 2 }.returning(Track.id, Track.price, Track.title)
    return .command("update … RETURNING", needs: .returning, command) { command, executor in
      var digest = ContentDigest(isOrdered: false)
      for (id, price, title) in try await executor.run(command) {
        digest.append(row: [.integer(id), .real(price), .text(title)])
      }
      return digest
    }
  }

  /// Deletes by predicate; the lines of the deleted sales go with them.
  private static var delete: TourStep {
    let command = SQLDelete(Sale.where { $0.total == 0 || ($0.id % 97 == 0 && $0.customerID.isNull) })
    return .command("delete, with cascade", command) { command, executor in
      let result = try await executor.run(command)
      var digest = try await content(executor, SaleLine.order { $0.id })
      digest.append(row: [.integer(result.affectedRows)])
      return digest
    }
  }

  /// A transaction that fails in the middle leaves nothing behind, and its own error survives.
  private static var rollBack: TourStep {
    TourStep(
      title: "transaction that rolls back", form: { _ in .native },
      run: { database in
        let before = try await content(of: database)
        var digest = ContentDigest(isOrdered: true)
        do {
          try await failInTheMiddle(database)
        } catch let error as DatabaseError {
          digest.append(row: [.text(error.code.rawValue), .integer(Int64(error.engineCode?.rawValue ?? 0))])
        }
        let after = try await content(of: database)
        digest.append(row: [.integer(before == after ? 1 : 0)])
        guard before == after else {
          throw DatabaseError(.transactionState, "the transaction wasn't rolled back completely")
        }
        digest.append(row: after.hash)
        return digest
      })
  }

  /// Deletes, updates, and then inserts a line of a sale that does not exist.
  private static func failInTheMiddle(_ database: Database) async throws {
    let rename = SQLUpdate(Genre.where { $0.id > 20 }) { $0.name = Genre.name + " (old)" }
    let line = SQLInsert(SaleLine(id: 0, saleID: -1, trackID: 1, quantity: 1, price: 1))
    guard database.capabilities.holdsTransactions else {
      return try await database.batch { batch in
        batch.run(SQLDelete(Rating.all))
        batch.run(rename)
        batch.run(line)
      }
    }
    try await database.write { (transaction: DatabaseTransaction) in
      try await transaction.run(SQLDelete(Rating.all))
      try await transaction.savepoint { _ = try await $0.run(rename) }
      try await transaction.run(line)
    }
  }

  private static func content<Record: SQLDecodable & SQLEncodable>(
    _ executor: some CapableExecutor, _ query: SQLQuery<Record>
  ) async throws -> ContentDigest { try content(try await executor.fetchAll(query)) }

  private static func content<Record: SQLEncodable>(_ records: [Record]) throws -> ContentDigest {
    var digest = ContentDigest(isOrdered: true)
    for record in records { try digest.append(record) }
    return digest
  }
}
#endif
