import Foundation
import Quarry

private func conditions(ids: [Int64], names: Set<String>) {
  _ = Customer.where { !$0.name.isEmpty }
  _ = Customer.where { $0.email.isEmpty || $0.email == nil }
  _ = Order.where { [1, 2, 3].contains($0.count) }
  _ = Order.where { ids.contains($0.id) && !$0.isPaid }
  _ = Customer.where { names.contains($0.name) && !names.contains($0.email) }
  _ = Order.group { $0.customerID }.select { ($0.customerID, $0.count.sum()) }
  _ = Order.group { ($0.customerID, $0.isPaid) }.select { ($0.customerID, SQL.count()) }
}
