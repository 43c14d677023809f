import Foundation
import Quarry

private func swiftCondition(all: Bool) {
  _ = Customer.where { $0.id == 1 && all }  // expect: the operand is a Swift Bool, which is known before the query
}
