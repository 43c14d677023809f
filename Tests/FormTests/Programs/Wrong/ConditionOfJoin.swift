import Foundation
import Quarry

private func conditionOfJoin() {
  _ = Customer.join(Order.self, on: Order.customerID).where { $0.name == "x" }  // expect: expects 2 arguments
}
