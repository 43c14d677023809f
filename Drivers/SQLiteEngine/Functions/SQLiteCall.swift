internal import CQuarrySQLite
internal import Quarry

/// A function that keeps its errors.
protocol SQLiteFunctionBox: AnyObject {
  var errors: SQLiteFunctionErrors { get }
  var use: SQLiteUse { get }
}

/// A scalar function.
final class SQLiteScalarFunction: SQLiteFunctionBox {
  let use: SQLiteUse
  let errors: SQLiteFunctionErrors
  let body: ([SQLValue]) throws -> SQLValue

  init(use: SQLiteUse, errors: SQLiteFunctionErrors, body: @escaping ([SQLValue]) throws -> SQLValue) {
    self.use = use
    self.errors = errors
    self.body = body
  }
}

/// One call of a function: its arguments, and the place of its result.
struct SQLiteCall {
  let api: UnsafePointer<quarry_sqlite_api>
  let context: OpaquePointer

  /// Runs a call and reports an error to SQL.
  static func perform<Box: SQLiteFunctionBox>(
    _ box: UnsafeMutableRawPointer?, _ api: UnsafePointer<quarry_sqlite_api>?, _ context: OpaquePointer?,
    _ body: (Box, SQLiteCall) throws -> Void
  ) {
    guard let box, let api, let context else { return }
    // The engine holds a reference to the box for as long as the function exists.
    let function = Unmanaged<Box>.fromOpaque(box).takeUnretainedValue()
    let call = SQLiteCall(api: api, context: context)
    do {
      try function.use.callback(.function) { try body(function, call) }
    } catch {
      function.errors.keep(error)
      call.fail(error)
    }
  }

  /// Releases a box.
  static func release<Box: SQLiteFunctionBox>(_ box: UnsafeMutableRawPointer?, as type: Box.Type) {
    guard let box else { return }
    let function = Unmanaged<Box>.fromOpaque(box)
    // What the closures hold may use the connection when it goes, in the middle of the engine's work.
    let use = function.takeUnretainedValue().use
    use.callback(.release) { function.release() }
  }

  /// The arguments as values.
  func arguments(_ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?) throws -> [SQLValue] {
    guard count > 0, let values else { return [] }
    return try (0..<Int(count)).map { index in
      guard let value = values[index] else { return .null }
      switch api.pointee.value_type(value) {
      case SQLITE_INTEGER: return .integer(api.pointee.value_int64(value))
      case SQLITE_FLOAT: return .real(api.pointee.value_double(value))
      case SQLITE_TEXT:
        // The text first: it may be converted, and only then its length is right.
        guard let bytes = api.pointee.value_text(value) else { throw SQLiteFunctionError("out of memory") }
        let buffer = UnsafeBufferPointer(start: bytes, count: Int(api.pointee.value_bytes(value)))
        guard let text = String(validating: buffer, as: UTF8.self) else {
          throw SQLiteFunctionError("argument \(index + 1) is a text that is not UTF-8")
        }
        return .text(text)
      case SQLITE_BLOB:
        let bytes = api.pointee.value_blob(value)
        return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(api.pointee.value_bytes(value)))))
      default: return .null
      }
    }
  }

  /// Sets the result.
  func answer(_ value: SQLValue) {
    switch value {
    case .null: api.pointee.result_null(context)
    case .integer(let integer): api.pointee.result_int64(context, integer)
    case .real(let real): api.pointee.result_double(context, real)
    case .text(var text):
      text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { buffer in
          guard let start = buffer.baseAddress else { return api.pointee.result_text(context, "", 0, nil) }
          api.pointee.result_text64(
            context, start, UInt64(buffer.count), quarry_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let blob):
      guard !blob.isEmpty else { return api.pointee.result_zeroblob(context, 0) }
      blob.withUnsafeBytes { buffer in
        api.pointee.result_blob64(context, buffer.baseAddress, UInt64(buffer.count), quarry_sqlite_transient())
      }
    }
  }

  private func fail(_ error: any Error) {
    var message = (error as? DatabaseError)?.message ?? "\(error)"
    message.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { buffer in
        api.pointee.result_error(context, buffer.baseAddress, Int32(clamping: buffer.count))
      }
    }
  }
}
