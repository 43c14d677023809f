import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Integers that are the rowid.
enum IntegerKeys: RelatedKeys {
  static let tables = RelatedTables<Int64>("rel_int", "INTEGER")
  static let keys: [Int64] = [1, 2, 3, -7, 50]
  static let references: [Int64] = [1, 2, 2, 1, -7, 99, 1]
}

/// Texts whose column does not tell upper case from lower.
enum CaselessKeys: RelatedKeys {
  static let tables = RelatedTables<String>("rel_case", "TEXT COLLATE NOCASE", collation: .nocase)
  static let keys = ["Nina", "abdullah", "ÄRGER", "it's", ""]
  static let references = ["nina", "NINA", "Abdullah", "ärger", "ÄRGER", "", "nobody"]
}

/// Identifiers stored as 16 bytes.
enum BlobKeys: RelatedKeys {
  static let tables = RelatedTables<UUID>("rel_blob", "BLOB", coding: .blob)
  static let keys = (1...5).map { id(UInt8($0)) }
  static let references = [id(1), id(3), id(3), id(5), id(77)]

  private static func id(_ byte: UInt8) -> UUID {
    UUID(uuid: (byte, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, byte))
  }
}

/// A type of the program with a raw value.
struct RelatedCode: RawRepresentable, Hashable, Sendable, SQLValueConvertible {
  var rawValue: String
}

/// Keys of a type with a raw value.
enum RawKeys: RelatedKeys {
  static let tables = RelatedTables<RelatedCode>("rel_raw", "TEXT")
  static let keys = ["a", "A", "b ", "b", "ü"].map { RelatedCode(rawValue: $0) }
  static let references = ["a", "A", "A", "b", "b ", "z"].map { RelatedCode(rawValue: $0) }
}
