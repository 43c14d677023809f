import Foundation
import Quarry

private func compareInsteadOfAssign(_ database: Database) async throws {
  try await database.update(Order.all) { $0.count == 1 }  // expect: result of operator '==' is unused
}
