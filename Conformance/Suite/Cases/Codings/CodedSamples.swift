internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Quarry's codings, and codings that an application could write.
enum CodedSamples {
  static let all: [any CodedSample.Type] = numbers + texts + dates + own

  static let numbers: [any CodedSample.Type] =
    [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
      UInt64.self,
    ].map { Numbers.sample($0) } + [Doubles.self, Floats.self, Bools.self] + decimals

  static let decimals: [any CodedSample.Type] = [
    PlainDecimals.self, WholeDecimals.self, ScaledDecimals.self, FineDecimals.self, Cents.self, Secret.self,
  ]

  static let texts: [any CodedSample.Type] = [
    Strings.self, URLs.self, Bytes.self, Datas.self, UpperIdentifiers.self, LowerIdentifiers.self,
    BlobIdentifiers.self, Suits.self, Levels.self, Documents.self, JSONBytes.self,
  ]

  static let dates: [any CodedSample.Type] = [
    TextDates.self, RealDates.self, WholeDates.self, MillisecondDates.self, JulianDates.self,
  ]

  static let own: [any CodedSample.Type] = [Names.self, Versions.self, Temperatures.self, Answers.self]

  // MARK: Numbers

  enum Doubles: CodedSample {
    static let columns = CodedColumns<Double>("double")
    static let values = [-2.5, 9.5, 10, 100.25]
    static let abilities: CodedAbilities = [.order, .readable, .sums, .quotients]
  }
  enum Floats: CodedSample {
    static let columns = CodedColumns<Float>("float")
    static let values: [Float] = [-2.5, 9.5, 10, 100.25]
    static let abilities: CodedAbilities = [.order, .readable, .sums, .quotients]
  }
  enum Bools: CodedSample {
    static let columns = CodedColumns<Bool>("bool")
    static let values = [false, true]
    static let abilities: CodedAbilities = [.order, .readable]
  }

  // MARK: Decimals

  /// Amounts whose texts sort in another order than they do.
  private static let amounts: [Decimal] = [-3, Decimal(sign: .plus, exponent: -1, significand: 95), 10, 100]

  enum PlainDecimals: CodedSample {
    static let columns = CodedColumns<Decimal>("decimal_text")
    static let values = amounts
    static let abilities: CodedAbilities = [.readable]
  }
  enum WholeDecimals: CodedSample {
    static let columns = CodedColumns<Decimal>("decimal_scaled_0", coding: .scaled(0))
    static let values: [Decimal] = [-3, 9, 10, 100]
    static let abilities: CodedAbilities = [.order, .sums]
  }
  enum ScaledDecimals: CodedSample {
    static let columns = CodedColumns<Decimal>("decimal_scaled_2", coding: .scaled(2))
    static let values = amounts
    static let abilities: CodedAbilities = [.order, .sums]
  }
  enum FineDecimals: CodedSample {
    static let columns = CodedColumns<Decimal>("decimal_scaled_6", coding: .scaled(6))
    static let values = amounts
    static let abilities: CodedAbilities = [.order, .sums]
  }
  /// An application's integers of cents, with a declared form.
  enum Cents: CodedSample {
    static let columns = CodedColumns<Decimal>("decimal_cents", coding: .cents)
    static let values = amounts
    static let abilities: CodedAbilities = [.order, .sums]
  }
  /// A coding without a declared form.
  enum Secret: CodedSample {
    static let columns = CodedColumns<Decimal>("decimal_undeclared", coding: .secret)
    static let values = amounts
    static let abilities: CodedAbilities = []
  }

  // MARK: Texts and bytes

  enum Strings: CodedSample {
    static let columns = CodedColumns<String>("string")
    static let values = ["", "A", "a", "b"]
    static let abilities: CodedAbilities = [.order, .readable]
  }
  enum URLs: CodedSample {
    static let columns = CodedColumns<URL>("url")
    static let values = ["https://a.example/", "https://b.example/1"].compactMap { URL(string: $0) }
    static let abilities: CodedAbilities = [.order, .readable]
  }
  enum Bytes: CodedSample {
    static let columns = CodedColumns<[UInt8]>("bytes")
    static let values: [[UInt8]] = [[], [0], [1, 2], [255]]
    static let abilities: CodedAbilities = [.order, .readable, .blobs]
  }
  enum Datas: CodedSample {
    static let columns = CodedColumns<Data>("data")
    static let values = [Data(), Data([0]), Data([1, 2]), Data([255])]
    static let abilities: CodedAbilities = [.order, .readable, .blobs]
  }

  private static let identifiers = [
    "0A000000-0000-4000-8000-0000000000FF", "9B000000-0000-4000-8000-0000000000AB",
    "AC000000-0000-4000-8000-0000000000CD", "FD000000-0000-4000-8000-000000000001",
  ].compactMap { UUID(uuidString: $0) }

  enum UpperIdentifiers: CodedSample {
    static let columns = CodedColumns<UUID>("uuid_text")
    static let values = identifiers
    static let abilities: CodedAbilities = [.order, .readable]
  }
  enum LowerIdentifiers: CodedSample {
    static let columns = CodedColumns<UUID>("uuid_lowercase", coding: .lowercaseText)
    static let values = identifiers
    static let abilities: CodedAbilities = [.order, .readable]
  }
  enum BlobIdentifiers: CodedSample {
    static let columns = CodedColumns<UUID>("uuid_blob", coding: .blob)
    static let values = identifiers
    static let abilities: CodedAbilities = [.order, .blobs]
  }

  enum Suit: String, SQLValueConvertible { case clubs, diamonds, hearts, spades }
  enum Suits: CodedSample {
    static let columns = CodedColumns<Suit>("raw_text")
    static let values: [Suit] = [.clubs, .diamonds, .hearts, .spades]
    static let abilities: CodedAbilities = [.order, .readable]
  }
  enum Level: Int, SQLValueConvertible { case low = 9, middle = 10, high = 100 }
  enum Levels: CodedSample {
    static let columns = CodedColumns<Level>("raw_integer")
    static let values: [Level] = [.low, .middle, .high]
    static let abilities: CodedAbilities = [.order, .readable]
  }
  enum Documents: CodedSample {
    static let columns = CodedColumns<SQLJSON<[Int]>>("json")
    static let values = [SQLJSON([9]), SQLJSON([10]), SQLJSON([]), SQLJSON([1, 2])]
    static let abilities: CodedAbilities = [.readable]
  }
  enum JSONBytes: CodedSample {
    static let columns = CodedColumns<[UInt8]>("json_bytes", coding: .json)
    static let values: [[UInt8]] = [[], [9], [10], [100]]
    static let abilities: CodedAbilities = [.readable]
  }

  // MARK: Dates

  /// Whole seconds before and after 1970, so that every coding can store them.
  static let moments = [-86_400.0, 1_704_092_400, 1_704_092_461, 4_102_444_800].map { Date(timeIntervalSince1970: $0) }

  enum TextDates: CodedSample {
    static let columns = CodedColumns<Date>("date_text")
    static let values = moments
    static let abilities: CodedAbilities = [.order, .readable, .dates]
  }
  enum RealDates: CodedSample {
    static let columns = CodedColumns<Date>("date_seconds", coding: .unixSeconds)
    static let values = moments
    static let abilities: CodedAbilities = [.order, .dates]
  }
  enum WholeDates: CodedSample {
    static let columns = CodedColumns<Date>("date_whole_seconds", coding: .unixInteger)
    static let values = moments
    static let abilities: CodedAbilities = [.order, .dates]
  }
  enum MillisecondDates: CodedSample {
    static let columns = CodedColumns<Date>("date_milliseconds", coding: .unixMilliseconds)
    static let values = moments
    static let abilities: CodedAbilities = [.order, .dates]
  }
  enum JulianDates: CodedSample {
    static let columns = CodedColumns<Date>("date_julian", coding: .julianDay)
    static let values = moments
    static let abilities: CodedAbilities = [.order, .dates]
  }

  // MARK: An application's own

  /// Names in a form that keeps their order, which the coding declares.
  enum Names: CodedSample {
    static let columns = CodedColumns<String>("named_order", coding: .marked)
    static let values = ["", "A", "a", "b"]
    static let abilities: CodedAbilities = [.order]
  }

  /// A type without a declared form, whose texts sort in another order.
  struct Version: SQLValueConvertible, Hashable {
    var number: Int
    static var columnType: SQLColumnType { .text }
    init(_ number: Int) { self.number = number }
    init(sqlValue: SQLValue) throws {
      let text = try String(sqlValue: sqlValue)
      guard let number = Int(text.dropFirst()) else { throw SQLConversionError(wanted: "Version", found: "text") }
      self.number = number
    }
    func sqlValue() throws -> SQLValue { .text("v\(number)") }
  }
  enum Versions: CodedSample {
    static let columns = CodedColumns<Version>("type_undeclared")
    static let values = [Version(2), Version(9), Version(10), Version(100)]
    static let abilities: CodedAbilities = [.readable]
  }

  /// A type that declares that it is stored as a number.
  struct Celsius: SQLValueConvertible, Hashable {
    var degrees: Double
    static var columnType: SQLColumnType { .real }
    static var storedForm: SQLStoredForm { .real }
    init(_ degrees: Double) { self.degrees = degrees }
    init(sqlValue: SQLValue) throws { degrees = try Double(sqlValue: sqlValue) }
    func sqlValue() throws -> SQLValue { .real(degrees) }
  }
  enum Temperatures: CodedSample {
    static let columns = CodedColumns<Celsius>("type_declared")
    static let values = [Celsius(-40), Celsius(-2.5), Celsius(9.5), Celsius(10)]
    static let abilities: CodedAbilities = [.order, .readable]
  }
}

extension CodedSamples {
  /// Truth values as words, which aren't conditions in SQL.
  enum Answers: CodedSample {
    static let columns = CodedColumns<Bool>("bool_words", coding: .words)
    static let values = [false, true]
    static let abilities: CodedAbilities = []
  }
}

extension SQLValueCoding where Value == Bool {
  /// `yes` and `no`.
  static let words = SQLValueCoding<Bool>(
    columnType: .text, encode: { .text($0 ? "yes" : "no") }, decode: { try String(sqlValue: $0) == "yes" })
}

/// Whole numbers of one width.
enum WholeNumbers<Number: CodedWholeNumber>: CodedSample {
  static var columns: CodedColumns<Number> { Number.columns }
  static var values: [Number] { [9, 10, 100, 120] }
  static var abilities: CodedAbilities { [.order, .readable, .sums, .quotients] }
}

enum Numbers {
  static func sample(_ type: any CodedWholeNumber.Type) -> any CodedSample.Type {
    func sample<Number: CodedWholeNumber>(_ type: Number.Type) -> any CodedSample.Type { WholeNumbers<Number>.self }
    return sample(type)
  }
}

/// An integer type with its own columns.
protocol CodedWholeNumber: FixedWidthInteger, SQLValueConvertible, Sendable where Unwrapped == Self {
  static var columns: CodedColumns<Self> { get }
}
extension Int: CodedWholeNumber { static let columns = CodedColumns<Int>("int") }
extension Int8: CodedWholeNumber { static let columns = CodedColumns<Int8>("int8") }
extension Int16: CodedWholeNumber { static let columns = CodedColumns<Int16>("int16") }
extension Int32: CodedWholeNumber { static let columns = CodedColumns<Int32>("int32") }
extension Int64: CodedWholeNumber { static let columns = CodedColumns<Int64>("int64") }
extension UInt: CodedWholeNumber { static let columns = CodedColumns<UInt>("uint") }
extension UInt8: CodedWholeNumber { static let columns = CodedColumns<UInt8>("uint8") }
extension UInt16: CodedWholeNumber { static let columns = CodedColumns<UInt16>("uint16") }
extension UInt32: CodedWholeNumber { static let columns = CodedColumns<UInt32>("uint32") }
extension UInt64: CodedWholeNumber { static let columns = CodedColumns<UInt64>("uint64") }

extension SQLValueCoding where Value == Decimal {
  /// Cents, as an application would write such a coding; a new object each time.
  static var cents: SQLValueCoding<Decimal> {
    SQLValueCoding(
      columnType: .integer, storing: .scaledInteger(2), encode: { try SQLValueCoding.scaled(2).encode($0) },
      decode: { try SQLValueCoding.scaled(2).decode($0) })
  }

  /// Cents without a declared form.
  static let secret = SQLValueCoding<Decimal>(
    columnType: .integer, encode: { try SQLValueCoding.scaled(2).encode($0) },
    decode: { try SQLValueCoding.scaled(2).decode($0) })
}

extension SQLValueCoding where Value == String {
  /// Text after a marker; a new object each time.
  static var marked: SQLValueCoding<String> {
    SQLValueCoding(
      columnType: .text, storing: .named("marked", preserving: [.equality, .order]), encode: { .text("#" + $0) },
      decode: { String(try String(sqlValue: $0).dropFirst()) })
  }
}
