#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension DatabaseMigrator where Version == Int {
  /// Creates a migrator from a folder with one SQL file for each step.
  ///
  /// The name of a file is the version, followed by the name of the step: `0001_notes.sql`, `2-pinned-notes.sql`. A
  /// step with an undo has two files: `0003_tags.up.sql` and `0003_tags.down.sql`. Other files are ignored.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - table: The name of the table of applied steps.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` for a folder that can't be read, a name without a
  ///   version, two steps with the same version, or a file that isn't UTF-8.
  public init(folder: String, table: String = "quarry_migration") throws(DatabaseError) {
    self.init(table: table)
    let files: [String]
    do {
      files = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw DatabaseError(
        .invalidConfiguration, "the migrations folder \"\(folder)\" can't be read; correct the path", underlying: error)
    }
    var found: [Int: MigrationFile] = [:]
    for name in files.sorted() where name.hasSuffix(".sql") && !name.hasPrefix(".") {
      let file = try MigrationFile(name)
      guard let other = found[file.version] else {
        found[file.version] = file
        continue
      }
      found[file.version] = try other.joined(with: file)
    }
    for file in found.values.sorted(by: { $0.version < $1.version }) {
      guard let up = file.up else {
        throw DatabaseError(
          .invalidConfiguration, "\(file.down ?? "") undoes a step that isn't in the folder \"\(folder)\"")
      }
      add(
        file.version, file.name, sql: try Self.text(of: up, in: folder),
        undo: try file.down.map { (name) throws(DatabaseError) in try Self.text(of: name, in: folder) })
    }
    try requireOrder()
  }

  private static func text(of name: String, in folder: String) throws(DatabaseError) -> String {
    guard let content = FileManager.default.contents(atPath: folder + "/" + name),
      let text = String(validating: content, as: UTF8.self)
    else {
      throw DatabaseError(.invalidConfiguration, "the migration \"\(name)\" can't be read, or isn't UTF-8")
    }
    return text
  }
}

/// The version and the name in the names of a step's files.
private struct MigrationFile {
  var version: Int
  var name: String
  var up: String?
  var down: String?

  init(_ file: String) throws(DatabaseError) {
    var rest = file.dropLast(".sql".count)
    let isDown = rest.hasSuffix(".down")
    if isDown { rest = rest.dropLast(".down".count) }
    if rest.hasSuffix(".up"), !isDown { rest = rest.dropLast(".up".count) }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let version = Int(digits), version > 0 else {
      throw DatabaseError(
        .invalidConfiguration, "the migration \"\(file)\" doesn't begin with a version, as in 0001_notes.sql")
    }
    self.version = version
    name = String(rest.dropFirst(digits.count).drop { "_-. ".contains($0) }.map { $0 == "_" || $0 == "-" ? " " : $0 })
    if isDown { down = file } else { up = file }
  }

  /// Combines the two files of one step.
  func joined(with other: Self) throws(DatabaseError) -> Self {
    guard name == other.name, (up == nil) != (other.up == nil) else {
      throw DatabaseError(
        .invalidConfiguration,
        "\(up ?? down ?? "") and \(other.up ?? other.down ?? "") have the same version; give one of them another")
    }
    var joined = self
    joined.up = up ?? other.up
    joined.down = down ?? other.down
    return joined
  }
}
