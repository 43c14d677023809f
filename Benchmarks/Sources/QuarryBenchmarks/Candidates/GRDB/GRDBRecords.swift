import Foundation
import GRDB

// Records written by hand, no Codable. Rows are read by index, which GRDB's documentation gives as the faster form:
// by column (`row[Columns.id]`) W2 takes a third longer.

extension Item: FetchableRecord, PersistableRecord {
  static let databaseTableName = "item"

  enum GRDBColumns {
    static let id = Column("id")
    static let name = Column("name")
    static let score = Column("score")
    static let count = Column("count")
    static let weight = Column("weight")
    static let payload = Column("payload")
  }

  init(row: Row) {
    id = row[0]
    name = row[1]
    score = row[2]
    count = row[3]
    weight = row[4]
    payload = row[5]
  }

  func encode(to container: inout PersistenceContainer) {
    container[GRDBColumns.id] = id
    container[GRDBColumns.name] = name
    container[GRDBColumns.score] = score
    container[GRDBColumns.count] = count
    container[GRDBColumns.weight] = weight
    container[GRDBColumns.payload] = payload
  }
}

extension Parent: FetchableRecord, TableRecord {
  static let databaseTableName = "parent"

  init(row: Row) {
    id = row[0]
    name = row[1]
    rank = row[2]
  }
}

extension Child: FetchableRecord, TableRecord {
  static let databaseTableName = "child"
  static let parent = belongsTo(Parent.self)

  init(row: Row) {
    id = row[0]
    parentId = row[1]
    title = row[2]
    value = row[3]
  }
}

/// What GRDB decodes a child with its required parent into.
struct ChildWithParent: FetchableRecord {
  let child: Child
  let parent: Parent

  init(row: Row) {
    child = Child(row: row)
    parent = row["parent"]
  }
}

extension Words: FetchableRecord, TableRecord {
  static let databaseTableName = "words"

  init(row: Row) {
    id = row[0]
    a = row[1]
    b = row[2]
    c = row[3]
    d = row[4]
  }
}
