internal import CQuarrySQLite
internal import Quarry

extension SQLiteStatement {
  /// A number that changes when the engine has prepared the statement again.
  var currentPreparation: UInt64 { quarry_preparation(api, handle, preparationSource) }

  func readColumns() -> [ColumnDescription] {
    guard connection.database != nil, !isFinalized else { return [] }
    preparation = currentPreparation
    columnsVersion += 1
    columnCount = Int(api.pointee.column_count(handle))
    return (0..<Int32(columnCount)).map { index in
      ColumnDescription(
        name: SQLiteLibrary.text(api.pointee.column_name(handle, index)),
        declaredType: api.pointee.column_decltype?(handle, index).map { String(cString: $0) })
    }
  }

  func readParameterNames() -> [String?] {
    guard connection.database != nil, !isFinalized, parameterCount > 0 else { return [] }
    return (1...Int32(parameterCount)).map { index in
      api.pointee.bind_parameter_name(handle, index).map { String(cString: $0) }
    }
  }

  func wrongCountError(_ count: Int) -> DatabaseError {
    let needed = "the statement has \(parameterCount) parameter\(parameterCount == 1 ? "" : "s")"
    return DatabaseError(
      count < parameterCount ? .missingParameter : .extraParameter,
      "\(needed) and was given \(count) value\(count == 1 ? "" : "s"): give one value for each parameter", sql: sql)
  }
}
