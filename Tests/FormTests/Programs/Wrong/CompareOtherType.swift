import Foundation
import Quarry

private func compareOtherType() {
  _ = Order.where { $0.count == "1" }  // expect: cannot convert value of type 'String' to expected argument type 'Int'
}
