import Foundation
import Quarry

private func addOtherType(_ database: Database) async throws {
  try await database.update(Order.all) { $0.count += "1" }  // expect: the operand has another type than the column
}
