import Quarry

extension GateCases {
  /// The functions that every supported engine has, or that connections and statements need.
  static let connectionFunctions: [LibraryGate] = [
    LibraryGate("GATE-97", ["sqlite3_close_v2"], .apiCloseV2, since: "3.7.14"),
    LibraryGate("GATE-98", ["sqlite3_errstr"], .apiErrorString, since: "3.7.15"),
    LibraryGate("GATE-99", ["sqlite3_bind_text64", "sqlite3_bind_blob64"], .apiBindText64, since: "3.8.7"),
    LibraryGate("GATE-100", ["sqlite3_expanded_sql"], .apiExpandedSQL, since: "3.14.0"),
    LibraryGate("GATE-101", ["sqlite3_trace_v2"], .apiTraceV2, since: "3.14.0"),
    LibraryGate("GATE-102", ["sqlite3_set_last_insert_rowid"], .apiSetLastInsertRowID, since: "3.18.0"),
    LibraryGate("GATE-103", ["sqlite3_prepare_v3"], .apiPrepareV3, since: "3.20.0"),
    LibraryGate("GATE-104", ["sqlite3_serialize", "sqlite3_deserialize"], .apiSerialize, since: "3.23.0"),
    LibraryGate("GATE-105", ["sqlite3_create_window_function"], .apiCreateWindowFunction, since: "3.25.0"),
    LibraryGate("GATE-106", ["sqlite3_stmt_isexplain"], .apiStatementIsExplain, since: "3.28.0"),
  ]

  /// The functions that report on statements and connections.
  static let statusFunctions: [LibraryGate] = [
    LibraryGate("GATE-107", ["sqlite3_hard_heap_limit64"], .apiHardHeapLimit, since: "3.31.0"),
    LibraryGate("GATE-108", ["sqlite3_txn_state"], .apiTransactionState, since: "3.34.0"),
    LibraryGate("GATE-109", ["sqlite3_changes64", "sqlite3_total_changes64"], .apiChanges64, since: "3.37.0"),
    LibraryGate("GATE-110", ["sqlite3_error_offset"], .apiErrorOffset, since: "3.38.0"),
    LibraryGate("GATE-111", ["sqlite3_db_name"], .apiDatabaseName, since: "3.39.0"),
    LibraryGate("GATE-112", ["sqlite3_is_interrupted"], .apiIsInterrupted, since: "3.41.0"),
    LibraryGate("GATE-113", ["sqlite3_stmt_explain"], .apiStatementExplain, since: "3.43.0"),
    LibraryGate("GATE-114", ["sqlite3_get_clientdata", "sqlite3_set_clientdata"], .apiClientData, since: "3.44.0"),
    LibraryGate("GATE-115", ["sqlite3_setlk_timeout"], .apiSetLockTimeout, since: "3.50.0"),
    LibraryGate(
      "GATE-116", ["sqlite3_set_errmsg", "sqlite3_db_status64"], .apiSetErrorMessage, .apiDatabaseStatus64,
      since: "3.51.0"),
  ]
}
