import Foundation
import Quarry

private func fetchType(_ database: Database) async throws {
  _ = try await database.fetchAll(Customer.self)  // expect: write fetchAll(Record.all)
}
