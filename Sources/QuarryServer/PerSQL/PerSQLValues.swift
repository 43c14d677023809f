#if Server
internal import Quarry
internal import QuarryWire

extension SQLValue {
  /// Reads a parameter like a service with JavaScript's numbers.
  init?(perSQL value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .integer(flag ? 1 : 0)
    case .string(let text): self = .text(text)
    case .integer, .double:
      guard let number = value.double, number.isFinite else { return nil }
      if number.magnitude <= 0x1p53, let integer = Int64(exactly: number) {
        self = .integer(integer)
      } else {
        self = .real(number)
      }
    case .array, .object: return nil
    }
  }
}

extension JSONWriter {
  /// Writes a cell. Integers beyond 2^53 are rounded and blobs are lost, as in PerSQL's service.
  mutating func perSQL(_ cell: SQLCell) throws {
    switch cell.storageClass {
    case .null: null()
    case .integer:
      let integer = cell.integerIfPresent ?? 0
      if integer.magnitude <= 1 << 53 { self.integer(integer) } else { raw(Self.number(Double(integer))) }
    case .real:
      let real = cell.realIfPresent ?? 0
      if real.isFinite { raw(Self.number(real)) } else { null() }
    case .text:
      do {
        string(try cell.textIfPresent() ?? "")
      } catch {
        throw DatabaseError(.decoding, "a text is not UTF-8, which JSON cannot carry")
      }
    case .blob: raw("{}")
    }
  }

  /// A number in JavaScript's form: without a fraction if there is none.
  private static func number(_ number: Double) -> String {
    let text = "\(number)"
    guard number.magnitude < 1e21, number.rounded(.towardZero) == number else { return text }
    if let exponent = text.firstIndex(of: "e") {
      // All digits that tell the number from its neighbours, then zeros.
      let sign = number < 0 ? "-" : ""
      let power = Int(text[text.index(exponent, offsetBy: 2)...]) ?? 0
      let mantissa = text[..<exponent].drop { $0 == "-" }.split(separator: ".")
      let fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
      let digits = String(mantissa.first ?? "0") + fraction
      return sign + digits + String(repeating: "0", count: max(power + 1 - digits.count, 0))
    }
    return number == 0 ? "0" : String(text.dropLast(text.hasSuffix(".0") ? 2 : 0))
  }
}
#endif
