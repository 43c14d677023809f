import Quarry

/// A program as a newcomer writes it.
@main enum MainProgram {
  static func main() async throws {
    let database = try await Database(url: "memory:", registry: DriverRegistry())
    let limit = 3
    try await database.update(Order.all) { $0.count = 1 }
    try await database.update(Order.where { $0.count > limit }) { $0.count += limit }
    try await database.batch {
      $0.update(Customer.all) { $0.name = $0.name + " " + $0.name }
      $0.execute("DELETE FROM Customer WHERE id = \(limit)")
    }
    for try await order in database.rows(Order.where { $0.count > limit }) { print(order.id) }
    try await database.write { session in try session.delete(Order.where { $0.count > limit }) }
  }
}
