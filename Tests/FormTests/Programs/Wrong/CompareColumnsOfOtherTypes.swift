import Foundation
import Quarry

private func compareColumnsOfOtherTypes() {
  _ = Customer.where { $0.id == $0.name }  // expect: requires the types 'Int64' and 'String' be equivalent
}
