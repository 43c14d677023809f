import Foundation
import Quarry

private func readInAssignment(_ database: Database) async throws {
  try await database.update(Order.all) {
    let count: Int = $0.count  // expect: an assignment describes SQL and has no values to read
    $0.count = count
  }
}
