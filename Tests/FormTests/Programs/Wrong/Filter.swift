import Foundation
import Quarry

private func filter() {
  _ = Customer.filter { $0.id == 1 }  // expect: has been renamed to 'where(_:)'
}
