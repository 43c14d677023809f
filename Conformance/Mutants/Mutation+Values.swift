import Quarry

extension Mutation {
  /// Drivers that never ask an engine.
  static let answers: [Mutation] = [
    Mutation("null", "every call succeeds, with no rows", "LIFE-01") {
      $0.answer = MutantHooks.FixedAnswer(columns: [], rows: [])
    },
    Mutation("echo", "answers a recorded row whatever is asked", "VAL-03") {
      $0.answer = MutantHooks.FixedAnswer(columns: [ColumnDescription(name: "1")], rows: [[1]])
    },
  ]

  /// Drivers that change values.
  static let values: [Mutation] = [
    Mutation("truncates-at-nul", "texts end at U+0000", "VAL-23") {
      $0.bind = { value, _ in
        guard case .text(let text) = value else { return value }
        return .text(String(decoding: text.utf8.prefix { $0 != 0 }, as: UTF8.self))
      }
    },
    Mutation("32-bit-integers", "integers have 32 bits", "VAL-04") {
      $0.bind = { value, _ in
        guard case .integer(let integer) = value else { return value }
        return .integer(Int64(Int32(truncatingIfNeeded: integer)))
      }
    },
    Mutation("53-bit-integers", "integers make a detour through Double", "VAL-05") {
      $0.read = { value in
        guard case .integer(let integer) = value else { return value }
        return .integer(Int64(exactly: Double(integer)) ?? integer)
      }
    },
    Mutation("nan-as-text", "NaN is bound as text", "VAL-15") {
      $0.bind = { value, _ in
        if case .real(let real) = value, real.isNaN { "nan" } else { value }
      }
    },
    Mutation("empty-blob-as-null", "an empty blob is NULL", "VAL-29") {
      $0.bind = { value, _ in value == .blob([]) ? .null : value }
    },
    Mutation("null-as-empty-text", "NULL is read as empty text", "VAL-01") {
      $0.read = { $0.isNull ? "" : $0 }
    },
    Mutation("blobs-as-text", "blobs are read as text", "VAL-32") {
      $0.read = { value in
        if case .blob(let bytes) = value { .text(String(decoding: bytes, as: UTF8.self)) } else { value }
      }
    },
    Mutation("integral-reals", "reals without a fraction become integers", "VAL-17") {
      $0.read = { value in
        if case .real(let real) = value, let integer = Int64(exactly: real) { .integer(integer) } else { value }
      }
    },
    Mutation("single-precision", "reals have 24 bits", "VAL-12") {
      $0.read = { value in
        if case .real(let real) = value { .real(Double(Float(real))) } else { value }
      }
    },
    Mutation("finite-reals", "infinities become the largest number", "VAL-14") {
      $0.bind = { value, _ in
        guard case .real(let real) = value, real.isInfinite else { return value }
        return .real(real < 0 ? -Double.greatestFiniteMagnitude : .greatestFiniteMagnitude)
      }
    },
    Mutation("integers-as-text", "integers are bound as texts", "VAL-38") {
      $0.bind = { value, _ in
        if case .integer(let integer) = value { .text("\(integer)") } else { value }
      }
    },
    Mutation("drops-byte-order-mark", "U+FEFF at the beginning is dropped", "VAL-22") {
      $0.read = { value in
        guard case .text(let text) = value, text.unicodeScalars.first == "\u{feff}" else { return value }
        return .text(String(text.unicodeScalars.dropFirst()))
      }
    },
    Mutation("unsigned-zero", "negative zero becomes zero", "VAL-13") {
      $0.read = { value in
        if case .real(let real) = value, real == 0 { .real(0) } else { value }
      }
    },
    Mutation("trims-texts", "blanks at the end of texts are dropped", "STMT-34") {
      $0.read = { value in
        guard case .text(let text) = value, text.hasSuffix(" ") else { return value }
        return .text(String(decoding: text.utf8.reversed().drop { $0 == 32 }.reversed(), as: UTF8.self))
      }
    },
    Mutation("composes-texts", "letters with combining marks become one letter", "VAL-21") {
      $0.read = { value in
        guard case .text(let text) = value else { return value }
        return .text(text.replacing("e\u{301}", with: "é"))
      }
    },
    Mutation("short-texts", "texts have at most 65,535 bytes", "VAL-25") {
      $0.read = { value in
        guard case .text(let text) = value, text.utf8.count > 65_535 else { return value }
        return .text(String(decoding: text.utf8.prefix(65_535), as: UTF8.self))
      }
    },
    Mutation("whole-seconds", "fractions of seconds are lost", "DATE-07") {
      $0.bind = { value, _ in
        switch value {
        case .text(let text):
          guard text.utf8.count > 19, text.utf8.dropFirst(19).first == UInt8(ascii: ".") else { return value }
          return .text(String(text.prefix(19)) + text.dropFirst(20).drop { $0.isNumber })
        case .real(let real): return real.magnitude > 1e8 ? .real(real.rounded(.down)) : value
        default: return value
        }
      }
    },
  ]
}
