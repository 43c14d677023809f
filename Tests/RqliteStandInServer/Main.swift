import Foundation
import RqliteStandIn

/// Runs a stand-in for a cluster of rqlite until it is ended, for runs of the conformance suite by hand.
@main
enum Main {
  static func main() async throws {
    let standIn = try await RqliteStandIn()
    let addresses = await standIn.addresses.map { $0 + "\n" }.joined()
    try FileHandle.standardOutput.write(contentsOf: Data(addresses.utf8))
    while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
    await standIn.close()
  }
}
