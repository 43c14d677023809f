import Foundation
import Quarry

private func optionalWithDefault() {
  _ = Customer.select { $0.email ?? "none" }  // expect: write coalesce(_:), which is evaluated by the engine
}
