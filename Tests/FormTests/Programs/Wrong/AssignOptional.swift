import Foundation
import Quarry

private func assignOptional(_ database: Database, count: Int?) async throws {
  try await database.update(Order.all) { $0.count = count }  // expect: the value is optional; unwrap it
}
