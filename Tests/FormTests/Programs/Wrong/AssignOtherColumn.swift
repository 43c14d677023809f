import Foundation
import Quarry

private func assignOtherColumn(_ database: Database) async throws {
  try await database.update(Customer.all) { $0.id = $0.name }  // expect: the expression has another type
}
