import Foundation
import Quarry

private func uppercased() {
  _ = Customer.where { $0.name.uppercased() == "A" }  // expect: write upper, which changes the 26 ASCII letters only
}
