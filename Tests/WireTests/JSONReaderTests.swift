import QuarryWire
import Testing

@Suite struct JSONReaderTests {
  static let text = """
    {"a": [1, -2, 9223372036854775807, -9223372036854775808, 0.5, -0, 1e3, 2.5E-3, 9223372036854775808],\r\n\t
    "q\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\uD83D\\uDE00" : "Grüße 😀 \\u0000", "":{}, "e":[], "t":true,"f":false,"n":null,
    "deep":[[{"x":[{}]}]]}
    """
  static let tokens: [JSONToken] = [
    .beginObject, .key("a"), .beginArray, .integer(1), .integer(-2), .integer(.max), .integer(.min), .double(0.5),
    .double(-0.0), .double(1000), .double(0.0025), .double(9_223_372_036_854_775_808), .endArray,
    .key("q\"\\/\u{8}\u{c}\n\r\tä😀"), .string("Grüße 😀 \0"), .key(""), .beginObject, .endObject, .key("e"),
    .beginArray, .endArray, .key("t"), .bool(true), .key("f"), .bool(false), .key("n"), .null, .key("deep"),
    .beginArray, .beginArray, .beginObject, .key("x"), .beginArray, .beginObject, .endObject, .endArray, .endObject,
    .endArray, .endArray, .endObject,
  ]

  static func read(_ pieces: [[UInt8]]) throws -> [JSONToken] {
    var reader = JSONReader()
    var tokens: [JSONToken] = []
    for piece in pieces {
      reader.append(piece)
      while let token = try reader.next() { tokens.append(token) }
    }
    reader.finish()
    while let token = try reader.next() { tokens.append(token) }
    return tokens
  }

  @Test func readsTheSameFromEveryCut() throws {
    let bytes = Array(JSONReaderTests.text.utf8)
    #expect(try JSONReaderTests.read([bytes]) == JSONReaderTests.tokens)
    #expect(try JSONReaderTests.read(bytes.map { [$0] }) == JSONReaderTests.tokens)
    for cut in 0...bytes.count {
      let tokens = try JSONReaderTests.read([Array(bytes[..<cut]), [], Array(bytes[cut...])])
      #expect(tokens == JSONReaderTests.tokens, "cut at \(cut)")
    }
  }

  @Test func everyShorterTextIsAnError() {
    let bytes = Array(JSONReaderTests.text.utf8)
    for count in 0..<bytes.count {
      #expect("\(count)") { try JSONReaderTests.read([Array(bytes[..<count])]) } throws: {
        ($0 as? JSONError)?.kind == .truncated
      }
      #expect(throws: JSONError.self) { try JSONValue(Array(bytes[..<count])) }
    }
  }

  @Test func keepsTheSignOfZero() throws {
    guard case .double(let zero)? = try JSONReaderTests.read([Array("-0".utf8)]).first else {
      Issue.record("no double")
      return
    }
    #expect(zero.bitPattern == (-0.0).bitPattern)
    #expect(try JSONReaderTests.read([Array("1e999".utf8)]) == [.double(.infinity)])
    #expect(try JSONReaderTests.read([Array("12".utf8), Array("34".utf8)]) == [.integer(1234)])
  }

  @Test(arguments: [
    "]", "}", "[1}", "{]", "[1 2]", "[,1]", "[1,]", "{\"a\" 1}", "{\"a\":1,}", "{1:2}", "{\"a\"}", "1 2", "tru1",
    "nul ", "01", "-a", "+1", ".5", "1.a", "1e+a", "1.2.3", "[1-2]", "'a'", "\u{feff}1", "{} x", "[}",
  ])
  func refusesWhatIsNotJSON(_ text: String) {
    let bytes = Array(text.utf8)
    #expect { try JSONReaderTests.read([bytes]) } throws: { ($0 as? JSONError)?.kind == .unexpected }
    #expect(throws: JSONError.self) { try JSONReaderTests.read(bytes.map { [$0] }) }
  }

  @Test(arguments: [
    #""\x""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, #""\u12g4""#, #""\u12""#, "\"a\nb\"", "\"\0\"",
    #""\ud83d\n""#,
  ])
  func refusesBadStrings(_ text: String) {
    #expect { try JSONReaderTests.read([Array(text.utf8)]) } throws: { ($0 as? JSONError)?.kind == .badString }
  }

  @Test func refusesBytesThatAreNotUTF8() {
    for bytes: [UInt8] in [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0x5c, 0x6e, 0xff]] {
      #expect { try JSONReaderTests.read([[0x22] + bytes + [0x22]]) } throws: {
        ($0 as? JSONError)?.kind == .badString
      }
    }
  }

  @Test func limitsTheDepth() throws {
    let deep = Array(String(repeating: "[", count: 64).utf8) + Array(String(repeating: "]", count: 64).utf8)
    #expect(try JSONReaderTests.read([deep]).count == 128)
    #expect { try JSONReaderTests.read([[0x5b] + deep + [0x5d]]) } throws: { ($0 as? JSONError)?.kind == .tooDeep }
    #expect(throws: JSONError.self) { try JSONValue([UInt8](repeating: 0x5b, count: 1_000_000)) }
  }

  @Test func refusesTwoMembersOfOneNameWhereItIsTold() throws {
    let many = (0..<20).map { #""m\#($0)":1"# }.joined(separator: ",")
    for text in [#"{"a":1,"a":1}"#, #"{"x":[{"a":1,"b":2,"\u0061":3}]}"#, "{\(many),\"m3\":2}"] {
      #expect { try JSONValue(untrusted: Array(text.utf8)) } throws: { ($0 as? JSONError)?.kind == .duplicate }
      _ = try JSONValue(Array(text.utf8))
    }
    #expect(try JSONValue(untrusted: Array("{\(many)}".utf8)).members?.count == 20)
  }

  @Test func refusesTooManyParts() throws {
    let text = Array("[\(Array(repeating: "{}", count: 100).joined(separator: ","))]".utf8)
    #expect(try JSONValue(untrusted: text, maximumMemory: 100_000).array?.count == 100)
    #expect { try JSONValue(untrusted: text, maximumMemory: 10_000) } throws: {
      ($0 as? JSONError)?.kind == .tooLarge
    }
  }

  @Test func readsSeveralValuesWhereItIsTold() throws {
    var reader = JSONReader(Array("{}\n [1] 2\n".utf8))
    reader.takesSeveral = true
    var tokens: [JSONToken] = []
    var offsets: [Int] = []
    while let token = try reader.next() {
      tokens.append(token)
      if token != .endObject, token != .endArray { offsets.append(reader.tokenOffset) }
    }
    #expect(tokens == [.beginObject, .endObject, .beginArray, .integer(1), .endArray, .integer(2)])
    #expect(offsets == [0, 4, 5, 8])
  }

  @Test func buildsAValue() throws {
    let value = try JSONValue(Array(#"{"a":[1,2.5,"x",null,true],"b":{"c":-1}}"#.utf8))
    #expect(value["a"]?.array == [.integer(1), .double(2.5), .string("x"), .null, .bool(true)])
    #expect(value["b"]?["c"]?.integer == -1 && value["z"] == nil && value.members?.count == 2)
    var reader = JSONReader(Array(#"[{"a":[1,{"b":2}]},7]"#.utf8))
    #expect(try reader.required() == .beginArray)
    try reader.skip()
    #expect(try reader.required() == .integer(7))
  }
}
