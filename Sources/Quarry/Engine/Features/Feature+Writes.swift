extension Feature {
  /// INSERT … VALUES (…),(…); since SQLite 3.7.11.
  public static var multiRowInsert: Feature { Feature(.multiRowInsert) }

  /// UPSERT (ON CONFLICT(target) DO NOTHING/UPDATE); since SQLite 3.24.0 (not OMIT_UPSERT).
  public static var upsert: Feature { Feature(.upsert) }

  /// ON CONFLICT DO NOTHING without a target; since SQLite 3.24.0 (not OMIT_UPSERT).
  public static var upsertDoNothingWithoutTarget: Feature { Feature(.upsertDoNothingWithoutTarget) }

  /// ON CONFLICT DO UPDATE without a target; since SQLite 3.35.0 (not OMIT_UPSERT).
  public static var upsertDoUpdateWithoutTarget: Feature { Feature(.upsertDoUpdateWithoutTarget) }

  /// several ON CONFLICT clauses; since SQLite 3.35.0 (not OMIT_UPSERT).
  public static var multipleUpsertClauses: Feature { Feature(.multipleUpsertClauses) }

  /// RETURNING; since SQLite 3.35.0 (not OMIT_RETURNING).
  public static var returning: Feature { Feature(.returning) }

  /// UPDATE … FROM; since SQLite 3.33.0.
  public static var updateFrom: Feature { Feature(.updateFrom) }

  /// ORDER BY/LIMIT on UPDATE and DELETE; since SQLite 3.6.5 (ENABLE_UPDATE_DELETE_LIMIT).
  ///
  /// The option must also have been given when the grammar was generated; passing it while compiling a ready-made
  /// amalgamation lists the option but the statement still fails – only a probe tells.
  public static var updateDeleteLimit: Feature { Feature(.updateDeleteLimit) }

  /// TRUE/FALSE as a column default in ALTER TABLE ADD; since SQLite 3.24.0.
  public static var trueFalseDefaults: Feature { Feature(.trueFalseDefaults) }
}
