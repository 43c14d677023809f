import Foundation
import Quarry

private func orderByKeyPath() {
  _ = Customer.all.order(by: \.name)  // expect: write order { $0.name }
}
