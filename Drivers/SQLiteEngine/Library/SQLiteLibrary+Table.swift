import CQuarrySQLite

/// Facts about a library from its table of functions.
extension SQLiteLibrary {
  /// A text of the library as a `String`; bytes that are not UTF-8 are replaced.
  static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }

  static func path(of api: UnsafePointer<quarry_sqlite_api>) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32768) { buffer in
      let length = quarry_sqlite_library_path(api, buffer.baseAddress, buffer.count)
      return length == 0 ? "" : text(buffer.baseAddress)
    }
  }

  static func compileOptions(of api: UnsafePointer<quarry_sqlite_api>) -> [String] {
    guard let option = api.pointee.compileoption_get else { return [] }
    var options: [String] = []
    while let name = option(Int32(options.count)) {
      options.append(String(cString: name))
    }
    return options
  }

  static func missingSymbols(of api: UnsafePointer<quarry_sqlite_api>, required: Bool) -> [String] {
    let count = quarry_sqlite_missing_symbols(api, required ? 1 : 0, nil, 0)
    return withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { names in
      names.initialize(repeating: nil)
      _ = quarry_sqlite_missing_symbols(api, required ? 1 : 0, names.baseAddress, names.count)
      return names.map { text($0) }
    }
  }
}
