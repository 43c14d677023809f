import Quarry

extension Mutation {
  /// Drivers and engines that pair rows wrongly.
  static let relations: [Mutation] = [
    Mutation("loses-last-key", "the last of many values is not bound", "REL-05") {
      $0.binds = { $0.count >= 200 ? $0.dropLast() + [.null] : $0 }
    },
    Mutation("one-partition", "a window function sees all rows as one partition", "REL-06") {
      $0.sql = {
        $0.replacing("PARTITION BY ", with: "ORDER BY 1 OR ").replacing("\"BINARY\" ORDER BY", with: "\"BINARY\",")
      }
    },
    Mutation("ignored-collations", "COLLATE is left out of a statement's text", "REL-07") {
      $0.sql = { $0.replacing(" COLLATE \"BINARY\"", with: "") }
    },
  ]
}
