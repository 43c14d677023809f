import Quarry

extension Mutation {
  /// Drivers that change rows and columns.
  static let rows: [Mutation] = [
    Mutation("drops-last-row", "the last row is lost", "VAL-50") {
      $0.rows = { rows, isLast, _ in isLast ? rows.dropLast() : rows }
    },
    Mutation("repeats-first-row", "the first row of a batch comes twice", "JOIN-01") {
      $0.rows = { rows, _, _ in rows.prefix(1) + rows }
    },
    Mutation("reverses-rows", "rows come in reverse", "ORD-02") {
      $0.rows = { rows, _, _ in rows.reversed() }
    },
    Mutation("swaps-duplicate-columns", "columns of one name change places", "STMT-12") {
      $0.rows = { rows, _, columns in
        guard
          let first = columns.indices.first(where: { index in
            columns.indices.dropFirst(index + 1).contains { columns[$0].name == columns[index].name }
          }),
          let second = columns.indices.dropFirst(first + 1).first(where: { columns[$0].name == columns[first].name })
        else { return rows }
        return rows.map { row in
          var row = row
          row.swapAt(first, second)
          return row
        }
      }
    },
    Mutation("lower-case-columns", "names of columns are in lower case", "STMT-11") {
      $0.columns = { $0.map { ColumnDescription(name: $0.name.lowercased(), declaredType: $0.declaredType) } }
    },
    Mutation("no-declared-types", "declared types are lost", "STMT-14") {
      $0.columns = { $0.map { ColumnDescription(name: $0.name) } }
    },
    Mutation("short-column-names", "names of columns have at most 64 bytes", "STMT-11") {
      $0.columns = {
        $0.map {
          ColumnDescription(
            name: String(decoding: $0.name.utf8.prefix(64), as: UTF8.self), declaredType: $0.declaredType)
        }
      }
    },
    Mutation("stale-columns", "the columns of a text are those of the first time", "STMT-24") {
      $0.remembersColumns = true
    },
  ]

  /// Drivers that run statements wrongly.
  static let statements: [Mutation] = [
    Mutation("ignores-second-statement", "only the first statement of a text runs", "STMT-06") {
      $0.ignoresTail = true
    },
    Mutation("keeps-bindings", "a parameter without a value keeps that of the execution before", "BIND-11") {
      $0.bind = { value, before in value.isNull ? before ?? value : value }
    },
    Mutation("miscounts-parameters", "statements want one value too many", "BIND-01") {
      $0.parameterNames = { $0.isEmpty ? $0 : $0 + [nil] }
    },
    Mutation("repeats-inserts", "inserts are sent twice", "STMT-19") { $0.repeatsInserts = true },
    Mutation("stale-changes", "the number of changes is that of the statement before", "STMT-19") {
      $0.result = { StatementResult(affectedRows: $1.affectedRows, lastInsertedRowID: $0.lastInsertedRowID) }
    },
    Mutation("stale-row-id", "the last row identifier is that of the statement before", "STMT-22") {
      $0.result = { StatementResult(affectedRows: $0.affectedRows, lastInsertedRowID: $1.lastInsertedRowID) }
    },
    Mutation("capped-changes", "at most 100,000 changed rows are counted", "STMT-19") {
      $0.result = { counts, _ in
        StatementResult(affectedRows: min(counts.affectedRows, 100_000), lastInsertedRowID: counts.lastInsertedRowID)
      }
    },
    Mutation("counts-definitions", "statements that change no rows count some", "STMT-36") {
      $0.resultOfText = { counts, sql in
        let isOther = ["CREATE", "DROP", "VACUUM", "REINDEX"].contains { sql.hasPrefix($0) }
        return isOther ? StatementResult(affectedRows: 3, lastInsertedRowID: counts.lastInsertedRowID) : counts
      }
    },
    Mutation("forgets-row-id", "after an insert that fails the last row identifier is 0", "STMT-22") {
      $0.resultAfterFailure = { StatementResult(affectedRows: $0.affectedRows, lastInsertedRowID: 0) }
    },
    Mutation("wraps-parameters", "the values of parameters from 2,001 on are those from 1 on", "BIND-20") {
      $0.binds = { values in values.indices.map { values[$0 % 2000] } }
    },
    Mutation("folds-blanks", "runs of blanks in a text become one", "STMT-34") {
      $0.sql = { text in
        String(text.reduce(into: [Character]()) { if $1 != " " || $0.last != " " { $0.append($1) } })
      }
    },
    Mutation("all-read-only", "every statement says that it only reads", "STMT-23") { $0.isReadOnly = { _ in true } },
    Mutation("leaks-statements", "statements are neither reset nor finalized", "STMT-16") {
      $0.leaksStatements = true
    },
    Mutation("ignores-interrupts", "a running statement cannot be stopped", "CONC-03") { $0.ignoresInterrupts = true },
    Mutation("impatient", "locks are not waited for", "CONC-08") { $0.opening = "PRAGMA busy_timeout = 0" },
  ]
}
