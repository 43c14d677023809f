import Foundation
import Quarry

private func sumOfTexts() {
  _ = Customer.select { $0.name.sum() }  // expect: only numbers have a sum
}
