import Quarry

@Table struct Artist: Identifiable, Hashable {
  var id: Int64
  @Column(unique: true) var name: String
}

@Table struct Album: Identifiable, Hashable {
  var id: Int64
  var title: String
  var year: Int
  @Column(references: Artist.self, onDelete: .cascade) var artistID: Int64
  #Index<Album>("album_artist", on: \.artistID)
}
