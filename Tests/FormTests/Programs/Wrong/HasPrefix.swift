import Foundation
import Quarry

private func hasPrefix() {
  _ = Customer.where { $0.name.hasPrefix("A") }  // expect: has been renamed to 'startsWith(_:)'
}
