import Foundation
import Quarry

private func assignOtherType(_ database: Database, text: String) async throws {
  try await database.update(Customer.all) { $0.id = text }  // expect: cannot assign value of type 'String'
}
