import Foundation
import Quarry

@MainActor private final class ViewModel {
  let database: Database
  var name = ""
  var email: String?
  var customers: [Customer] = []

  init(database: Database) { self.database = database }

  func save(_ id: Int64) async throws {
    try await database.update(Customer.where { $0.id == id }) {
      $0.name = name
      $0.email = email
    }
    try await database.batch { batch in
      for customer in customers { batch.upsert(customer) }
    }
    customers = try await database.fetchAll(Customer.where { $0.name.contains(name) }.order { $0.name })
  }
}
