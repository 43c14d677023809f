extension Feature {
  /// WITHOUT ROWID; since SQLite 3.8.2.
  public static var withoutRowID: Feature { Feature(.withoutRowID) }

  /// partial index; since SQLite 3.8.0.
  public static var partialIndexes: Feature { Feature(.partialIndexes) }

  /// index on an expression; since SQLite 3.9.0.
  public static var expressionIndexes: Feature { Feature(.expressionIndexes) }

  /// CREATE VIEW v(col,…); since SQLite 3.9.0.
  public static var viewColumnList: Feature { Feature(.viewColumnList) }

  /// sqlite_schema as a name of sqlite_master; since SQLite 3.33.0.
  public static var sqliteSchemaName: Feature { Feature(.sqliteSchemaName) }

  /// STRICT tables, ANY type; since SQLite 3.37.0.
  public static var strictTables: Feature { Feature(.strictTables) }

  /// generated columns (STORED/VIRTUAL); since SQLite 3.31.0 (not OMIT_GENERATED_COLUMNS).
  public static var generatedColumns: Feature { Feature(.generatedColumns) }

  /// ALTER TABLE ADD COLUMN … AS (…) VIRTUAL; since SQLite 3.31.0 (not OMIT_GENERATED_COLUMNS).
  public static var addGeneratedColumn: Feature { Feature(.addGeneratedColumn) }

  /// ALTER TABLE RENAME COLUMN; since SQLite 3.25.0 (not OMIT_ALTERTABLE).
  public static var renameColumn: Feature { Feature(.renameColumn) }

  /// RENAME TO also rewrites views and triggers; since SQLite 3.25.0 (not OMIT_ALTERTABLE).
  ///
  /// Behaviour: before 3.25 the view keeps the old name and breaks; off again under PRAGMA legacy_alter_table=ON.
  public static var renameTableUpdatesReferences: Feature { Feature(.renameTableUpdatesReferences) }

  /// ALTER TABLE DROP COLUMN; since SQLite 3.35.0 (not OMIT_ALTERTABLE).
  public static var dropColumn: Feature { Feature(.dropColumn) }

  /// ADD COLUMN checks its CHECK/NOT NULL against existing rows; since SQLite 3.37.0 (not OMIT_ALTERTABLE).
  ///
  /// Behaviour: succeeds silently on earlier engines, refuses from 3.37.
  public static var addColumnChecksRows: Feature { Feature(.addColumnChecksRows) }

  /// ALTER COLUMN … SET/DROP NOT NULL; since SQLite 3.53.0 (not OMIT_ALTERTABLE).
  public static var alterNotNull: Feature { Feature(.alterNotNull) }

  /// ADD CONSTRAINT … CHECK, DROP CONSTRAINT; since SQLite 3.53.0 (not OMIT_ALTERTABLE).
  public static var addConstraint: Feature { Feature(.addConstraint) }

  /// TEMP trigger body naming main.table; since SQLite 3.53.0.
  public static var temporaryTriggerAcrossSchemas: Feature { Feature(.temporaryTriggerAcrossSchemas) }

  /// REINDEX EXPRESSIONS; since SQLite 3.53.0 (not OMIT_REINDEX).
  public static var reindexExpressions: Feature { Feature(.reindexExpressions) }

  /// VACUUM of a named schema; since SQLite 3.15.0 (not OMIT_VACUUM).
  ///
  /// Older grammars accept the name and ignore it, so the statement does not fail there: decide by version.
  public static var vacuumSchema: Feature { Feature(.vacuumSchema) }

  /// VACUUM INTO; since SQLite 3.27.0 (not OMIT_VACUUM).
  public static var vacuumInto: Feature { Feature(.vacuumInto) }

  /// CREATE VIRTUAL TABLE IF NOT EXISTS; since SQLite 3.7.11 (ENABLE_FTS3 or ENABLE_FTS4).
  public static var virtualTableIfNotExists: Feature { Feature(.virtualTableIfNotExists) }

  /// foreign keys enforced; since SQLite 3.6.19 (not OMIT_FOREIGN_KEY; not OMIT_TRIGGER).
  ///
  /// Success means the INSERT is refused.
  public static var foreignKeys: Feature { Feature(.foreignKeys) }

  /// DEFERRABLE INITIALLY DEFERRED; since SQLite 3.6.19 (not OMIT_FOREIGN_KEY).
  public static var deferredForeignKeys: Feature { Feature(.deferredForeignKeys) }

  /// ATTACH inside a transaction; since SQLite 3.21.0 (not OMIT_ATTACH).
  public static var attachInTransaction: Feature { Feature(.attachInTransaction) }
}
