import Foundation
import Quarry

private func plainText(_ database: Database, sql: String) async throws {
  try await database.execute(sql)  // expect: a String could hold values
}
