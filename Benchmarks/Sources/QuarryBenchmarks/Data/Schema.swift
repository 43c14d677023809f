/// The statements that make the tables, the same for every candidate.
enum Schema {
  static let item = """
    CREATE TABLE item (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, score REAL, count INTEGER NOT NULL, weight REAL NOT NULL,
      payload BLOB NOT NULL)
    """
  static let itemIndex = "CREATE INDEX item_count_weight ON item (count, weight)"
  static let parent = "CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rank INTEGER NOT NULL)"
  static let child = """
    CREATE TABLE child (
      id INTEGER PRIMARY KEY, parentId INTEGER NOT NULL REFERENCES parent (id), title TEXT NOT NULL,
      value REAL NOT NULL)
    """
  static let words = """
    CREATE TABLE words (
      id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT NOT NULL, c TEXT NOT NULL, d TEXT NOT NULL)
    """
}
