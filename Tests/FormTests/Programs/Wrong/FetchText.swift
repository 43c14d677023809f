import Foundation
import Quarry

private func fetchText(_ database: Database) async throws {
  _ = try await database.fetchAll("SELECT * FROM Customer")  // expect: say what the rows are
}
