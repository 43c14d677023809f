#if Macros
public import Quarry

/// The versions of the schema, each of which was released.
public enum ToDoVersion: Int, SchemaVersion {
  case lists = 1
  case dueDates = 2
  case tags = 3
}

extension DatabaseMigrator where Version == ToDoVersion {
  /// The steps from an empty file to the tables of the records. A released step is never edited.
  public static var toDo: Self {
    var migrator = Self()
    migrator.add(
      .lists, "lists and items",
      sql: """
        CREATE TABLE list (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE);
        CREATE TABLE item (
          id INTEGER PRIMARY KEY,
          list_id INTEGER NOT NULL REFERENCES list ON DELETE CASCADE,
          title TEXT NOT NULL,
          is_done INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX item_list ON item (list_id, is_done);
        """)
    migrator.add(.dueDates, "due dates", sql: "ALTER TABLE item ADD COLUMN due TEXT")
    migrator.add(
      .tags, "tags",
      sql: """
        CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE);
        CREATE TABLE item_tag (
          item_id INTEGER NOT NULL REFERENCES item ON DELETE CASCADE,
          tag_id INTEGER NOT NULL REFERENCES tag ON DELETE CASCADE,
          PRIMARY KEY (item_id, tag_id)) WITHOUT ROWID;
        """)
    return migrator
  }
}
#endif
