import Quarry

/// Batches as they are written: tickets alone, in tuples, in arrays, and none.
func batches(_ database: Database, _ customers: [Customer]) async throws -> (Int, [Customer?]) {
  guard let first = customers.first else { return (0, []) }
  let stored = try await database.batch { $0.insert(first) }
  let typed: Customer = try await database.batch { batch in batch.insert(stored) }
  let found = try await database.batch { batch in customers.map { batch.find(Customer.self, $0.id) } }
  let (count, all): (Int, [Customer]) = try await database.batch { batch in
    batch.delete(Order.where { $0.count > 3 })
    batch.upsert(typed)
    return (batch.fetchCount(Order.all), batch.fetchAll(Customer.all))
  }
  print(all)
  return try await database.write { transaction in
    try await transaction.batch { $0.execute("DELETE FROM Customer") }
    return (count, found)
  }
}
