#if Macros
// Tables of every access, whose properties have every access that fits.
import Foundation
import Quarry

public enum Tone: String, SQLValueConvertible { case high, low }

@Table public struct PublicTable: Identifiable, Hashable {
  public var id: Int64
  public var name: String
  public private(set) var tone: Tone = .low
  package var shared: Int?
  var inner: Inner = .one
  fileprivate var file: Date = Date(timeIntervalSince1970: 0)
  private var own: [String] { [] }
  @Column(as: SQLJSON<[String]>.self) private var words: [String] = []
  @Ignored private var cache: [String: Int] = [:]
  enum Inner: Int, SQLValueConvertible { case one }
  #Index<PublicTable>("i", on: \.name, \.inner, \.words)
}

@Table package struct PackageTable {
  package var id: Int
  var text: String?
  package let fixed: Bool
}

@Table fileprivate struct FileTable {
  var id: Int
  private var text: String?
}

@Table private struct PrivateTable {
  var id: Int
  let text: String
}

public enum Namespace {
  @Columns public struct Size: Sendable {
    public var width: Int
    var height: Int = 1
    private var depth: Int = 1
    @Columns public struct Unit { public var name: String }
    @Column(prefix: "unit_") public var unit: Unit
  }

  @Table public struct Nested {
    public var id: Self.Key
    @Column(prefix: "size_") public var size: Size
    public var other: Namespace.Nested.Kind = Self.Kind.plain
    public enum Kind: String, SQLValueConvertible { case plain }
    public typealias Key = Int
  }

  @Table fileprivate struct Hidden { var id: Int }
}

// What somebody writes is not written again.
@Table struct Mixed: SQLCodable {
  var id: Int64
  var name: String
  static let name = SQLColumn<String>("Name", collation: "german")
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name].uppercased()
  }
  struct Draft {}
}

@Table struct Words {
  @Column("class") var `class`: String = ""
  @Column(primaryKey: .plain) var `init`: Int
  var row: Int = 1
  var value: Int?
  @Column(generated: .init("upper(class)")) let shout: String
  @Column(default: 2) var record: Int
  var `in`: Bool = false
}

func use() throws {
  _ = PublicTable.Draft(name: "x").name
  _ = PublicTable.Draft(id: 1, name: "x", tone: .high)
  _ = PackageTable.Draft(fixed: true).text
  _ = FileTable.Draft()
  _ = PrivateTable.Draft(text: "").text
  _ = PrivateTable(id: 1, text: "")
  _ = Namespace.Nested.size.unit.name
  _ = Namespace.Nested.where { $0[Namespace.Nested.size.unit.name] == "a" && $0.other == .plain }
  _ = Namespace.Hidden(id: 1)
  _ = Mixed.Draft()
  _ = Words.Draft(init: 3, value: 2).record
  _ = Words.where { $0.class == "a" && $0.row == 1 && $0.in == false }
}
#endif
