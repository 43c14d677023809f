/// What has to be done to a database: decided from what it tells and from what the program declares, without I/O.
struct MigrationPlan<Version: SchemaVersion> {
  typealias Step = MigrationStep<Version>

  /// What comes next.
  enum Action {
    /// The schema is as the program wants it.
    case nothing
    /// Note steps that are known to have been applied, without running them.
    case adopt([Step])
    case apply(Step)
    /// Make the schema of a new database, which stands for some steps.
    case create(Step, standingFor: [Step])
    case undo(Step)
    /// Delete everything, to begin anew.
    case reset
    /// The file is newer, and may be used as it is, or only read.
    case useNewer(readOnly: Bool)
  }

  let action: Action

  /// Decides.
  ///
  /// - Parameters:
  ///   - records: What the database tells.
  ///   - steps: The declared steps, in the order of their numbers.
  ///   - target: The number that is wanted.
  ///   - policy: What to do with a database that is newer.
  ///   - baseline: The version that a database without a version has, where the program knows it.
  ///   - creation: What makes the schema of a new database.
  init(
    _ records: MigrationRecords, _ steps: [Step], target: Int64, policy: DowngradePolicy, baseline: Int64?,
    creation: Step? = nil
  ) throws(DatabaseError) {
    let applied = try Self.applied(records, steps, target, baseline)
    let version = max(applied.last?.number ?? 0, records.version)
    // What goes may have been edited.
    if version <= target || policy != .reset { try Self.requireUnedited(records, steps) }
    // Nothing may be written to a database that is newer, unless its steps are to be undone or all of it is to go.
    if version > target, policy != .undo || records.records != nil || !Self.canUndo(applied, version, target) {
      action = try Self.downgrade(version, applied, target, policy)
      return
    }
    if records.records == nil, !applied.isEmpty {
      action = .adopt(applied)
      return
    }
    if let creation, creation.number <= target, records.isEmpty, records.version == 0 {
      action = .create(creation, standingFor: steps.filter { $0.number <= creation.number })
      return
    }
    let noted = Set((records.records?.map(\.number) ?? []) + applied.map(\.number))
    action = steps.first { $0.number <= target && !noted.contains($0.number) }.map { .apply($0) } ?? .nothing
  }

  /// The declared steps that the database has.
  private static func applied(
    _ records: MigrationRecords, _ steps: [Step], _ target: Int64, _ baseline: Int64?
  ) throws(DatabaseError) -> [Step] {
    if let noted = records.records {
      let numbers = Set(noted.map(\.number))
      let squashed = try Self.squashedNumber(steps, version: noted.last?.number ?? 0)
      if let unknown = noted.first(where: { record in
        record.number > squashed && !steps.contains { $0.number == record.number }
      }),
        unknown.number <= target
      {
        throw DatabaseError(
          .unknownSchemaVersion,
          "the database has step \(unknown.number) (\(unknown.name)), which the program does not know; it was made by "
            + "another branch of the program")
      }
      return steps.filter { numbers.contains($0.number) || squashed > 0 && $0.number <= squashed }
    }
    guard records.userVersion >= 0 else {
      throw DatabaseError(
        .negativeSchemaVersion, "the schema version of the database is negative: \(records.userVersion)")
    }
    if records.userVersion == 0, !records.isEmpty {
      guard let baseline else {
        throw DatabaseError(
          .unversionedSchema,
          "the database has tables and no version; give the version that it has as the baseline, or another file")
      }
      _ = try squashedNumber(steps, version: baseline)
      return steps.filter { $0.number <= baseline }
    }
    let version = records.userVersion
    _ = try squashedNumber(steps, version: version)
    if version > 0, version <= target, !steps.contains(where: { $0.number == version }) {
      throw DatabaseError(
        .unknownSchemaVersion,
        "the database has version \(version), which the program does not declare; it declares "
          + steps.map { "\($0.number)" }.joined(separator: ", "))
    }
    return steps.filter { $0.number <= version }
  }

  /// The number of the step that stands for others, for a database that has it; 0 for a new database, or without such a step.
  private static func squashedNumber(_ steps: [Step], version: Int64) throws(DatabaseError) -> Int64 {
    guard version > 0, let first = steps.first, first.isSquashed else { return 0 }
    guard version >= first.number else {
      throw DatabaseError(
        .unknownSchemaVersion,
        "the database has version \(version), and the program knows no single steps up to version \(first.number) any more; "
          + "open it with a program that does first")
    }
    return first.number
  }

  /// Refuses a step that was changed after it had been applied.
  private static func requireUnedited(_ records: MigrationRecords, _ steps: [Step]) throws(DatabaseError) {
    for record in records.records ?? [] {
      guard let step = steps.first(where: { $0.number == record.number }), !step.checksum.isEmpty,
        !record.checksum.isEmpty, step.checksum != record.checksum,
        step.isSquashed == record.checksum.hasPrefix(MigrationChecksum.squashedPrefix)
      else { continue }
      throw DatabaseError(
        .editedMigration,
        "step \(record.number) (\(step.name)) was applied to this database in another form than it has now; undo the "
          + "edit, and write a new step for the change")
    }
  }

  private static func downgrade(
    _ version: Int64, _ applied: [Step], _ target: Int64, _ policy: DowngradePolicy
  ) throws(DatabaseError) -> Action {
    let refusal = DatabaseError(
      .downgradeAttempt,
      "the database has version \(version), and the program wants version \(target): it was opened by a newer "
        + "program; nothing was changed")
    switch policy {
    case .refuse: throw refusal
    case .allow: return .useNewer(readOnly: false)
    case .readOnly: return .useNewer(readOnly: true)
    case .reset: return .reset
    case .undo:
      guard canUndo(applied, version, target), let last = applied.last else { throw refusal }
      return .undo(last)
    }
  }

  /// Whether each step above the wanted version is known, and has a way back.
  private static func canUndo(_ applied: [Step], _ version: Int64, _ target: Int64) -> Bool {
    applied.last?.number == version && applied.allSatisfy { $0.number <= target || $0.undo != nil }
  }
}

/// What becomes of a database that is newer than the program.
public enum DowngradePolicy: Sendable, Hashable {
  /// ``DatabaseError`` with code `.downgradeAttempt`; nothing is written, and the database stays open and readable.
  case refuse
  /// It is used as it is.
  case allow
  /// Allows reading only. ``Database/isReadOnly`` becomes `true`, and writes throw `.readOnly`.
  case readOnly
  /// The steps above the wanted version are undone, newest first. Without a way back it is refused.
  case undo
  /// Deletes everything in the database and applies all steps. Use it for data that the app can download again.
  case reset
}

extension DatabaseError.Code {
  /// A database that is newer than the program.
  public static let downgradeAttempt = Self(rawValue: "schema.downgradeAttempt")
  /// A database with a version, or a step, that the program does not declare.
  public static let unknownSchemaVersion = Self(rawValue: "schema.unknownVersion")
  /// A database whose version is below 0.
  public static let negativeSchemaVersion = Self(rawValue: "schema.negativeVersion")
  /// A database with tables and without a version.
  public static let unversionedSchema = Self(rawValue: "schema.unversioned")
  /// A step that was changed after it had been applied.
  public static let editedMigration = Self(rawValue: "schema.editedMigration")
}
