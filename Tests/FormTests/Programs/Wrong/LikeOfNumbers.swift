import Foundation
import Quarry

private func likeOfNumbers() {
  _ = Order.where { $0.count.like("1%") }  // expect: requires the types 'Int' and 'String' be equivalent
}
