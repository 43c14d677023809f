import Foundation
import Quarry

private func awaitInSynchronousBody(_ database: Database) async throws {
  try await database.write { session in
    await Task.yield()
    try session.insert([Customer]())  // expect: expression is 'async' but is not marked with 'await'
  }
}
