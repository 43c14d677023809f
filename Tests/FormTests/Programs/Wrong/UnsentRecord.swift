import Foundation
import Quarry

private final class Plain { var name = "" }

private func unsentRecord(_ database: Database, plain: Plain) async throws {
  try await database.write { session in
    try session.update(Customer.all) { $0.name = plain.name }  // expect: capture of 'plain' with non-Sendable
  }
}
