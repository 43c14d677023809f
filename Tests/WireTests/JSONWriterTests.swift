import QuarryWire
import Testing

@Suite struct JSONWriterTests {
  @Test func writesCompactText() throws {
    var writer = JSONWriter()
    try writer.object { writer in
      writer.member("a", 1)
      writer.member("b", "x\"\\\n\u{1}ä😀")
      writer.key("c")
      try writer.array { writer in
        writer.null()
        writer.bool(false)
        try writer.double(1)
        try writer.double(-0.0)
        writer.beginObject()
        writer.endObject()
        [1, 2].withUnsafeBufferPointer { writer.base64($0, pads: false) }
        writer.raw(Array("[3]".utf8))
      }
      writer.member("d", true)
    }
    let expected = #"{"a":1,"b":"x\"\\\n\u0001ä😀","c":[null,false,1.0,-0.0,{},"AQI",[3]],"d":true}"#
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    #expect(throws: JSONError.self) { try writer.double(.nan) }
    #expect(throws: JSONError.self) { try writer.double(-.infinity) }
  }

  @Test func writesWholeValuesCompactAndSpread() throws {
    let value: JSONValue = .object([
      ("a", .array([1, .double(.infinity), .double(-.infinity), .double(.nan), .null])), ("b", .object([])),
      ("c", .array([])), ("d", .object([("e", true), ("f", "x")])),
    ])
    var compact = JSONWriter()
    compact.value(value)
    let expected = #"{"a":[1,9e999,-9e999,null,null],"b":{},"c":[],"d":{"e":true,"f":"x"}}"#
    #expect(String(decoding: compact.bytes, as: UTF8.self) == expected)
    var spread = JSONWriter(isSpread: true)
    spread.value(value)
    let lines = """
      {
        "a": [
          1,
          9e999,
          -9e999,
          null,
          null
        ],
        "b": {},
        "c": [],
        "d": {
          "e": true,
          "f": "x"
        }
      }
      """
    #expect(String(decoding: spread.bytes, as: UTF8.self) == lines)
  }

  @Test func writesLines() {
    var writer = JSONWriter()
    writer.raw(JSONWriter.object { $0.member("a", nil) })
    writer.newline()
    writer.raw([])
    writer.array { $0.raw(Array("1,2".utf8)) }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"a\":null}\n[1,2]")
    writer.removeAll()
    writer.integer(.min)
    #expect(writer.count == 20)
  }

  @Test func everyNumberAndTextComesBack() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bits = generator.next()
      let double = Double(bitPattern: bits)
      let integer = Int64(bitPattern: bits) >> Int64(bits % 63)
      let text = String(decoding: withUnsafeBytes(of: bits) { Array($0) }, as: UTF8.self)
      var writer = JSONWriter()
      try writer.array { writer in
        writer.integer(integer)
        writer.string(text)
        try writer.double(double.isFinite ? double : 0)
      }
      let values = try #require(try JSONValue(writer.bytes).array)
      #expect(values[0] == .integer(integer) && values[1] == .string(text))
      guard case .double(let back) = values[2] else {
        Issue.record("\(double) came back as no double")
        continue
      }
      #expect(back.bitPattern == (double.isFinite ? double : 0).bitPattern)
    }
  }

  /// The test vectors of RFC 4648.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func base64Vectors(_ plain: String, _ text: String) {
    let bytes = Array(plain.utf8)
    let bare = String(text.prefix { $0 != "=" })
    #expect(Base64.encode(bytes) == text && Base64.encode(bytes, pads: false) == bare)
    #expect(Base64.decode(text) == bytes && Base64.decode(bare) == bytes)
  }

  @Test func base64TakesEveryByteAndRefusesTheRest() {
    let all = Array(UInt8.min...UInt8.max)
    for count in 0...all.count {
      let bytes = Array(all.suffix(count))
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
      #expect(Base64.decode(Base64.encode(bytes, pads: false)) == bytes)
    }
    for text in [
      "A", "AA=", "AAA==", "AA===", "=", "====", "A===", "A A=", "AA\n", "AB==", "AAB=", "A-A_", "ÄAA", "AA=A",
    ] {
      #expect(Base64.decode(text) == nil, "\(text)")
    }
    #expect(Base64.decode("-_8", .urlSafe) == [0xfb, 0xff] && Base64.decode("+/8") == [0xfb, 0xff])
    #expect(Base64.decode("+/8", .urlSafe) == nil)
  }
}
