import Foundation
import Quarry

private func interpolation() {
  _ = Customer.select { "\($0.name)!" }  // expect: string literal is unused
}
