import Foundation
import Quarry

private func unknownColumn() {
  _ = Customer.where { $0.nam == "x" }  // expect: type 'Customer' has no member 'nam'
}
