import Foundation
import Quarry

private func ternary() {
  _ = Order.select { $0.isPaid ? "paid" : "open" }  // expect: cannot convert value of type 'SQLExpression<Bool>'
}
