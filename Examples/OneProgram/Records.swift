#if Macros && Server
import Quarry

/// A table is a struct: a column for each property, nullable where the property is optional.
@Table struct Artist: Identifiable, Hashable {
  @Column(primaryKey: .autoincrement) var id: Int64
  @Column(unique: true, collation: .nocase) var name: String
}

@Table(naming: .snakeCase) struct Album: Identifiable, Hashable {
  var id: Int64
  var title: String
  var year: Int?
  @Column(references: Artist.self, onDelete: .cascade) var artistID: Int64
  #Index<Album>("album_artist", on: \.artistID, \.year)
}
#endif
