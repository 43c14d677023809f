// The tables of the articles, as "Getting started" declares them.
import Quarry

@Table struct Artist: Identifiable, Hashable {
  var id: Int64
  @Column(unique: true) var name: String
  var country: String?
}

@Table struct Album: Identifiable, Hashable {
  var id: Int64
  var title: String
  var year: Int?
  @Column(references: Artist.self, onDelete: .cascade) var artistID: Int64
}
