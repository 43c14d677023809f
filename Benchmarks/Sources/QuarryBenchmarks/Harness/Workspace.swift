import CSQLite
import Foundation

/// The folder with the database files: templates made once, and a fresh copy for each round that writes.
final class Workspace {
  let folder: URL
  /// All tables filled; what the reading workloads share.
  let filled: String
  /// `item` without rows and without index; what W1 and W4 start from.
  private let empty: String
  private var copies = 0

  /// - Parameter name: The name of the folder, by default one that nobody has yet.
  init(in directory: String, name: String = "quarry-benchmarks-\(UUID().uuidString)", _ data: Dataset) throws {
    folder = URL(fileURLWithPath: directory).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    filled = folder.appendingPathComponent("filled.db").path
    empty = folder.appendingPathComponent("empty.db").path
    do {
      try Self.make(empty) { try $0.execute(Schema.item) }
      try Self.make(filled) { try Self.fill($0, data) }
    } catch {
      remove()
      throw error
    }
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The file that a workload starts from. Workloads that write get a copy.
  func template(for workload: Workload) -> String {
    workload.writes && workload != .mixed ? empty : filled
  }

  /// A file for one round of a workload that writes.
  func copy(for workload: Workload) throws -> String {
    copies += 1
    let path = folder.appendingPathComponent("round-\(copies).db").path
    try FileManager.default.copyItem(atPath: template(for: workload), toPath: path)
    return path
  }

  func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// The rows that a round left behind, read with the C API.
  static func checksum(of path: String) throws -> Checksum {
    let connection = try RawConnection(path)
    let statement = try connection.prepare(RawConnection.allItems + " ORDER BY id")
    var checksum = Checksum()
    while sqlite3_step(statement) == SQLITE_ROW { checksum.add(Item(raw: statement)) }
    return checksum
  }

  /// How many rows a round left behind.
  static func count(of path: String) throws -> Int {
    let connection = try RawConnection(path)
    let statement = try connection.prepare("SELECT count(*) FROM item")
    guard sqlite3_step(statement) == SQLITE_ROW else { return -1 }
    return Int(sqlite3_column_int64(statement, 0))
  }

  private static func make(_ path: String, _ body: (RawConnection) throws -> Void) throws {
    let connection = try RawConnection(path)
    try body(connection)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func fill(_ connection: RawConnection, _ data: Dataset) throws {
    for sql in [Schema.item, Schema.itemIndex, Schema.parent, Schema.child, Schema.words] {
      try connection.execute(sql)
    }
    try connection.execute("BEGIN")
    let item = try connection.prepare(RawConnection.insertItem)
    for row in data.items { try connection.insert(row, item) }

    let parent = try connection.prepare("INSERT INTO parent (id, name, rank) VALUES (?, ?, ?)")
    for row in data.parents {
      sqlite3_bind_int64(parent, 1, row.id)
      try bind(row.name, 2, parent, connection)
      sqlite3_bind_int64(parent, 3, row.rank)
      try connection.run(parent)
    }
    let child = try connection.prepare("INSERT INTO child (id, parentId, title, value) VALUES (?, ?, ?, ?)")
    for row in data.children {
      sqlite3_bind_int64(child, 1, row.id)
      sqlite3_bind_int64(child, 2, row.parentId)
      try bind(row.title, 3, child, connection)
      sqlite3_bind_double(child, 4, row.value)
      try connection.run(child)
    }
    let words = try connection.prepare("INSERT INTO words (id, a, b, c, d) VALUES (?, ?, ?, ?, ?)")
    for row in data.words {
      sqlite3_bind_int64(words, 1, row.id)
      for (index, text) in [row.a, row.b, row.c, row.d].enumerated() {
        try bind(text, Int32(2 + index), words, connection)
      }
      try connection.run(words)
    }
    try connection.execute("COMMIT")
  }

  /// Binds a copy: the speed of filling does not matter.
  private static func bind(
    _ text: String, _ index: Int32, _ statement: OpaquePointer, _ connection: RawConnection
  ) throws {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let code = sqlite3_bind_text(statement, index, text, -1, transient)
    guard code == SQLITE_OK else { throw connection.error(code) }
  }
}
