import Foundation
import Quarry

private func assignNil(_ database: Database) async throws {
  try await database.update(Order.all) { $0.count = nil }  // expect: the column is never NULL
}
