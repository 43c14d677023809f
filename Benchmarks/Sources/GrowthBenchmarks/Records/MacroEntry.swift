#if Macros
import Quarry

/// The same row by the macro.
@Table("entry") struct MacroEntry {
  var id: Int64
  var name: String
  var score: Double?
  var count: Int64
  var weight: Double

  init(id: Int64) {
    let entry = Entry(id: id)
    self.id = id
    (name, score, count, weight) = (entry.name, entry.score, entry.count, entry.weight)
  }
}
#endif
