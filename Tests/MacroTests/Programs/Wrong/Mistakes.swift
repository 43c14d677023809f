#if Macros
// What the compiler says where the macro can't; most mistakes are tested without the compiler.
import Foundation
import Quarry

final class Handle {}

@Table struct Holder {
  var id: Int
  var handle: Handle  // expect: 'Handle' can't be stored in a column
  var date: Date
}

@Table class Shared {}  // expect: '@Table' can only be applied to a struct

@Table struct Indexed {
  var id: Int
  #Index<Indexed>("i", on: \.missing)  // expect: has no member 'missing'
}

@Table struct Coded {
  var id: Int
  @Column(collation: 3) var text: String  // expect: cannot convert value of type 'Int'
}

@Table struct Plain {
  var id: Int
}

func draft() {
  _ = Plain.Draft(name: "x")  // expect: no exact matches in call to initializer
}
#endif
