internal import Quarry

extension MusicShopTour {
  /// The steps that change rows, each in one transaction.
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
    let insert = SQLInsert(known + new)
    let command = insert.onConflict(Rating.customerID, Rating.trackID).doUpdate(
      set: { row, new in
        row.stars = Rating.stars + 1
        row.comment = new.comment
      },
      where: { new in Rating.stars < new.stars })
    return .command("upsert", needs: .upsert, command) { command, session in
      let result = try session.run(command)
      var digest = try content(session, Rating.all.order { ($0.customerID, $0.trackID) })
      digest.append(row: [.integer(result.affectedRows)])
      return digest
    }
  }

  /// Inserts sales whose keys the engine assigns, and gets them back.
  private static func insertReturning(_ shop: MusicShop) -> TourStep {
    let sales = shop.sales.prefix(50).map { Sale(id: 0, customerID: $0.customerID, soldAt: $0.soldAt, total: $0.total) }
    return .command("insert … RETURNING", needs: .returning, SQLInsert(Array(sales)).returningRecords()) {
      command, session in
      try content(try session.run(command))
    }
  }

  /// Raises prices by predicate, and gets the changed tracks back; their order is the engine's, so it is not compared.
  private static var updateReturning: TourStep {
    let cheap = Track.where { $0.price <= 0.5 && $0.milliseconds > 300_000 }
    let command = SQLUpdate(cheap) { $0.price = Track.price * 2 }.returning(Track.id, Track.price, Track.title)
    return .command("update … RETURNING", needs: .returning, command) { command, session in
      var digest = ContentDigest(isOrdered: false)
      for (id, price, title) in try session.run(command) {
        digest.append(row: [.integer(id), .real(price), .text(title)])
      }
      return digest
    }
  }

  /// Deletes by predicate; the lines of the deleted sales go with them.
  private static var delete: TourStep {
    let command = SQLDelete(Sale.where { $0.total == 0 || ($0.id % 97 == 0 && $0.customerID.isNull) })
    return .command("delete, with cascade", command) { command, session in
      let result = try session.run(command)
      var digest = try content(session, SaleLine.order { $0.id })
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
          try await database.write { (session: SQLSession) in
            try session.run(SQLDelete(Rating.all))
            _ = try session.savepoint {
              try session.run(SQLUpdate(Genre.where { $0.id > 20 }) { $0.name = Genre.name + " (old)" })
            }
            // A line of a sale that does not exist.
            try session.run(SQLInsert(SaleLine(id: 0, saleID: -1, trackID: 1, quantity: 1, price: 1)))
          }
        } catch let error as DatabaseError {
          digest.append(row: [.text(error.code.rawValue), .integer(Int64(error.engineCode?.rawValue ?? 0))])
        }
        let after = try await content(of: database)
        digest.append(row: [.integer(before == after ? 1 : 0)])
        guard before == after else {
          throw DatabaseError(.transactionState, "the transaction was not rolled back completely")
        }
        digest.append(row: after.hash)
        return digest
      })
  }

  private static func content<Record: SQLDecodable & SQLEncodable>(
    _ session: SQLSession, _ query: SQLQuery<Record>
  ) throws -> ContentDigest { try content(try session.fetchAll(query)) }

  private static func content<Record: SQLEncodable>(_ records: [Record]) throws -> ContentDigest {
    var digest = ContentDigest(isOrdered: true)
    for record in records { try digest.append(record) }
    return digest
  }
}
