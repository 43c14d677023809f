import Quarry

extension Mutation {
  /// Drivers that break transactions and constraints.
  static let transactions: [Mutation] = [
    Mutation("swallows-commit-errors", "a commit that fails is reported as done", "TXN-14") {
      $0.failure = { error, sql, _ in sql.uppercased().hasPrefix("COMMIT") ? nil : error }
    },
    Mutation("swallows-busy-commits", "a commit that finds the database busy is reported as done", "TXN-34") {
      $0.failure = { error, sql, _ in error.code == .busy && sql.uppercased().hasPrefix("COMMIT") ? nil : error }
    },
    Mutation("exclusive-as-immediate", "an exclusive transaction begins as an immediate one", "TXN-35") {
      $0.sql = { $0.uppercased().hasPrefix("BEGIN EXCLUSIVE") ? "BEGIN IMMEDIATE" : $0 }
    },
    Mutation("inner-commit-commits-all", "releasing a savepoint commits the outer transaction", "TXN-08") {
      $0.sql = { $0.uppercased().hasPrefix("RELEASE") ? "COMMIT" : $0 }
    },
    Mutation("rollback-commits", "a rollback commits", "TXN-01") {
      $0.sql = { $0.uppercased().hasPrefix("ROLLBACK") && !$0.uppercased().contains(" TO") ? "COMMIT" : $0 }
    },
    Mutation("savepoints-stay", "rolling back to a savepoint does nothing", "TXN-08") {
      $0.sql = { $0.uppercased().hasPrefix("ROLLBACK TO") ? "SELECT 1" : $0 }
    },
    Mutation("always-deferred", "an immediate transaction begins deferred", "TXN-19") {
      $0.sql = { $0.uppercased().hasPrefix("BEGIN") ? "BEGIN" : $0 }
    },
    Mutation("always-idle", "an open transaction is not reported", "TXN-05") { $0.status = { _ in .idle } },
    Mutation("no-foreign-keys", "foreign keys are not enforced", "CON-16") {
      $0.opening = "PRAGMA foreign_keys = OFF"
    },
  ]

  /// Drivers that break batches.
  static let batches: [Mutation] = [
    Mutation("reversed-batch-answers", "the answers to a batch come in the reverse order", "TXN-38") {
      $0.hasBatches = true
      $0.batchAnswers = { $0.reversed() }
    },
    Mutation("partial-batches", "a batch keeps what ran before the statement that failed", "TXN-39") {
      $0.hasBatches = true
      $0.splitsBatches = true
    },
  ]

  /// Drivers that report errors wrongly.
  static let errors: [Mutation] = [
    Mutation("primary-codes", "extended codes are lost", "ERR-10") {
      $0.failure = { error, _, _ in
        var error = error
        error.engineCode = error.engineCode?.primary
        if error.code.isConstraint { error.code = .constraint }
        return error
      }
    },
    Mutation("one-class", "every error is of the same class", "ERR-05") {
      $0.failure = { error, _, _ in
        var error = error
        error.code = .statementFailed
        return error
      }
    },
    Mutation("swallows-errors", "a statement that fails is reported as done", "ERR-10") {
      $0.failure = { _, _, _ in nil }
    },
    Mutation("talkative", "errors hold the bound values", "ERR-23") {
      $0.failure = { error, _, values in
        var error = error
        error.message += " with \(values)"
        return error
      }
    },
    Mutation("short-messages", "messages have at most 120 bytes", "ERR-25") {
      $0.failure = { error, _, _ in
        var error = error
        error.message = String(decoding: error.message.utf8.prefix(120), as: UTF8.self)
        return error
      }
    },
    Mutation("forgets-sql", "errors do not hold the text of the statement", "ERR-01") {
      $0.failure = { error, _, _ in
        var error = error
        error.sql = nil
        return error
      }
    },
  ]

  /// Drivers with wrong capabilities.
  static let claims: [Mutation] = [
    Mutation("overclaims", "claims a feature that the engine lacks", "DRIFT-19") {
      $0.capabilities = { capabilities in
        guard let feature = SQLFeature.all.first(where: { $0.isTriedInSQL && !capabilities.engine.supports($0) })
        else { return }
        capabilities.engine = capabilities.engine.changed(features: capabilities.engine.features.union([feature]))
      }
    },
    Mutation("underclaims", "denies a feature that the engine has", "DRIFT-19") {
      $0.capabilities = { capabilities in
        guard let feature = SQLFeature.all.last(where: { $0.isTriedInSQL && capabilities.engine.supports($0) })
        else { return }
        capabilities.engine = capabilities.engine.changed(features: capabilities.engine.features.subtracting([feature]))
      }
    },
    Mutation("denies-transactions", "says that it cannot hold a transaction open, and can", "DRIFT-19") {
      $0.capabilities = { $0.transactions = .batchOnly }
    },
    Mutation("denies-blobs", "says that it cannot carry blobs, and can", "DRIFT-19") {
      $0.capabilities = { $0.blobs = false }
    },
    Mutation("wrong-version", "reports another version of the engine", "LIFE-07") {
      $0.capabilities = { capabilities in
        let engine = capabilities.engine
        capabilities.engine = DatabaseEngine(
          product: engine.product, version: EngineVersion(3, 99, 0), sourceID: engine.sourceID,
          cipherVersion: engine.cipherVersion, compileOptions: engine.compileOptions, features: engine.features,
          absence: engine.absence)
      }
    },
  ]

  /// Drivers that do not answer at all.
  static let ends: [Mutation] = [
    Mutation("crashes", "a function of the engine ends the process with abort()", "VAL-09") {
      $0.crashesInFunction = true
    },
    Mutation("hangs", "one statement never ends", "VAL-09") {
      $0.beforeStep = { sql in
        while sql.contains("abs(-9223372036854775808)") { Signal.pause() }
      }
    },
  ]
}

extension DatabaseEngine {
  fileprivate func changed(features: FeatureSet) -> DatabaseEngine {
    DatabaseEngine(
      product: product, version: version, sourceID: sourceID, cipherVersion: cipherVersion,
      compileOptions: compileOptions, features: features, absence: absence)
  }
}

extension SQLFeature {
  /// Whether a text tells if an engine has it.
  fileprivate var isTriedInSQL: Bool {
    if case .sql = details.probe { details.whenAbsent == .prepareError } else { false }
  }
}
