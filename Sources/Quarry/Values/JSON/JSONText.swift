#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Values of `Codable` types as JSON text.
///
/// Keys are sorted, so that equal values have equal text. Dates are ISO 8601 text, as in a column.
enum JSONText {
  static func string<Value: Encodable>(_ value: Value) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(try DateText.string(date))
    }
    let data: Data
    do {
      data = try encoder.encode(value)
    } catch let error as SQLConversionError {
      throw error
    } catch {
      throw SQLConversionError(wanted: "JSON text", found: "\(Value.self) with a value that JSON can't represent")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw SQLConversionError(wanted: "JSON text", found: "\(Value.self) whose encoding isn't UTF-8")
    }
    return text
  }

  static func value<Value: Decodable>(_ type: Value.Type, from bytes: UnsafeBufferPointer<UInt8>) throws -> Value {
    do {
      return try decoder().decode(type, from: Data(bytes))
    } catch {
      throw failure(error, wanted: type)
    }
  }

  /// The decoder that reads what ``string(_:)`` writes.
  static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      try DateText.date(try decoder.singleValueContainer().decode(String.self))
    }
    return decoder
  }

  /// Describes the error with names of the program, without the content of the text.
  static func failure(_ error: any Error, wanted: any Any.Type) -> SQLConversionError {
    let found =
      switch error {
      case let error as SQLConversionError: "JSON text with \(error.found)"
      case DecodingError.keyNotFound(let key, _): "JSON text without the key \"\(key.stringValue)\""
      case DecodingError.valueNotFound(let type, _): "JSON text with null instead of \(type)"
      case DecodingError.typeMismatch(let type, _): "JSON text with another kind of value instead of \(type)"
      case DecodingError.dataCorrupted: "text that isn't valid JSON for it"
      default: "JSON text that \(wanted) doesn't accept"
      }
    return SQLConversionError(wanted: "\(wanted)", found: found)
  }
}
