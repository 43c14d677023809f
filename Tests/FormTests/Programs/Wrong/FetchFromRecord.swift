import Foundation
import Quarry

private func fetchFromRecord(_ database: Database) async throws {
  _ = try await Customer.fetchAll(database)  // expect: the database fetches: write
}
