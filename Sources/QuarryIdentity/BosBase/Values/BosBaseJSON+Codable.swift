#if Identity
extension BosBaseJSON: Codable {
  /// Reads a value from any decoder.
  ///
  /// - Throws: `DecodingError` if the value isn't JSON.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? BosBaseDecoder {
      self = decoder.value
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([BosBaseJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: BosBaseJSON].self))
    }
  }

  /// Writes the value to any encoder.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// Creates the JSON of a value: dates in the server's format, `nil` as `null`, data as base64.
  ///
  /// - Throws: ``BosBaseError`` with code `.invalidData` if the value can't be encoded.
  public init(encoding value: some Encodable) throws(BosBaseError) {
    do {
      self = try BosBaseEncoder.json(of: value)
    } catch let error as BosBaseError {
      throw error
    } catch {
      throw BosBaseError(.invalidData, "\(type(of: value)) can't be written as JSON")
    }
  }

  /// Reads a value of a Swift type. Dates have the server's format, and the empty texts of missing values become
  /// `nil`.
  ///
  /// - Throws: ``BosBaseError`` with code `.invalidAnswer`, naming the member that doesn't fit.
  public func decoded<Value: Decodable>(as type: Value.Type) throws(BosBaseError) -> Value {
    do {
      return try BosBaseDecoder(value: self, codingPath: []).decode(type)
    } catch {
      throw BosBaseError(.invalidAnswer, "\(type) can't be read from the answer\(Self.place(of: error))")
    }
  }

  /// The place and the kind of a failure. The texts of such errors can contain values.
  private static func place(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "" }
    let (path, what): ([any CodingKey], String) =
      switch error {
      case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
      case .typeMismatch(_, let context): (context.codingPath, "has another type")
      case .valueNotFound(_, let context): (context.codingPath, "is null")
      case .dataCorrupted(let context): (context.codingPath, "has a value that doesn't fit")
      @unknown default: ([], "doesn't fit")
      }
    return path.isEmpty ? ": it \(what)" : ": \"\(path.map(\.stringValue).joined(separator: "."))\" \(what)"
  }
}
#endif
