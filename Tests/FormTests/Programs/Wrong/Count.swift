import Foundation
import Quarry

private func count() {
  _ = Customer.where { $0.name.count > 3 }  // expect: write length for the number of characters
}
