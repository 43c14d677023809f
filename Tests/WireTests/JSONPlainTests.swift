import QuarryWire
import Testing

/// Plain tokens are read another way than those with escapes and those that end in a later piece: no difference.
@Suite struct JSONPlainTests {
  private struct Step: Equatable {
    var token: JSONToken
    var offset: Int
    var tokenOffset: Int
    var text: [UInt8]
    var depth: Int
  }

  /// Everything that a reader says of pieces, and how it ends.
  private func read(_ pieces: [[UInt8]], finishes: Bool = true, several: Bool = false) -> (steps: [Step], end: String) {
    var reader = JSONReader()
    reader.takesSeveral = several
    var steps: [Step] = []
    func take() throws {
      while let token = try reader.next() {
        let isEnd = token == .endObject || token == .endArray
        let hasText: Bool
        switch token {
        case .key, .string, .integer, .double: hasText = true
        default: hasText = false
        }
        steps.append(
          Step(
            token: token, offset: reader.offset, tokenOffset: isEnd ? -1 : reader.tokenOffset,
            text: hasText ? reader.withText { Array($0) } : [], depth: reader.depth))
      }
    }
    do {
      for piece in pieces {
        reader.append(piece)
        try take()
      }
      if finishes {
        reader.finish()
        try take()
      }
      return (steps, "end")
    } catch let error as JSONError {
      return (steps, "\(error.kind)")
    } catch {
      return (steps, "\(error)")
    }
  }

  private func isSame(_ bytes: [UInt8], several: Bool = false) -> Bool {
    let whole = read([bytes], several: several)
    let single = read(bytes.map { [$0] }, several: several)
    return whole.end == single.end && zip(whole.steps, single.steps).allSatisfy { $0 == $1 }
      && whole.steps.count == single.steps.count
  }

  static let texts = [
    #"{"a":[1,-2.5e+3,true,false,null,"x\n",""],"ä":{"b":[]},"c":{}}"#,
    #"[ "a\u00e4" , 0 , -0 , 1E9 , "é😀" , 18446744073709551616 , [ [ ] ] ]"#,
    #"{"a":"b"}"#, "12", "-", "\"a\"", "true", "nul", "", " ", "[\t1\r,\n2 ]", "1 2", "{}{}", "[1]\n[2]\n",
  ]

  @Test(arguments: texts, [false, true]) func everyCut(_ text: String, several: Bool) {
    let bytes = Array(text.utf8)
    let whole = read([bytes], several: several)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let cut = read(
          [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])], several: several)
        #expect(cut.steps == whole.steps && cut.end == whole.end, "\(text) at \(first), \(second)")
      }
    }
  }

  @Test(arguments: texts, [false, true]) func everyChangedByte(_ text: String, several: Bool) {
    let bytes = Array(text.utf8)
    let others = Array(#""{}[],:0-+.eE\ntfx/ "#.utf8) + [0, 0x0a, 0x1f, 0x7f, 0x80, 0xc3, 0xed, 0xf0, 0xff]
    for index in bytes.indices {
      for change in others.map({ [$0] }) + [[], [bytes[index], bytes[index]]] {
        let changed = Array(bytes[..<index]) + change + Array(bytes[(index + 1)...])
        #expect(isSame(changed, several: several), "\(changed)")
      }
    }
  }

  @Test func everyLengthOfString() {
    for count in 0..<80 {
      for special in ["", "\"", "\\n", "ä", "\u{1F600}", "\n", "\\", "\u{7f}"] {
        let text =
          "[\"\(String(repeating: "x", count: count))\(special)\(String(repeating: "y", count: 80 - count))\",1]"
        #expect(isSame(Array(text.utf8)), "\(text)")
      }
      for byte: UInt8 in [0x80, 0xc3, 0xff, 0xed] {
        let text = [0x5b, 0x22] + [UInt8](repeating: 0x78, count: count) + [byte, 0x78, 0x22, 0x5d]
        #expect(isSame(text))
        #expect(read([text]).end == "badString")
      }
    }
  }

  @Test func everyDepth() {
    for depth in [1, 2, 31, 32, 33, 63, 64, 65] {
      for pattern in 0..<4 {
        var text = ""
        var ends = ""
        for level in 0..<depth {
          let isObject = pattern == 0 ? false : pattern == 1 ? true : (level >> (pattern - 2)) & 1 == 1
          text += isObject ? "{\"a\":" : "["
          ends = (isObject ? "}" : "]") + ends
        }
        let bytes = Array((text + "1" + ends).utf8)
        #expect(isSame(bytes))
        #expect(read([bytes]).end == (depth > 64 ? "tooDeep" : "end"))
        let wrong = Array((text + "1" + ends.dropLast() + (ends.last == "}" ? "]" : "}")).utf8)
        #expect(isSame(wrong))
        #expect(read([wrong]).end == (depth > 64 ? "tooDeep" : "unexpected"))
      }
    }
  }

  /// The digits of a number are those of the number, whatever was read before it.
  @Test func textOfANumberAfterEscapes() throws {
    for pieces in [[#"["\n",12]"#], [#"["\n","#, "1", "2]"], [#"["\n""#, ",12", "]"]] {
      let steps = read(pieces.map { Array($0.utf8) }).steps
      #expect(steps.first { $0.token == .integer(12) }?.text == Array("12".utf8))
    }
  }

  /// A reader goes on in another text that begins the same.
  @Test func everyPlace() throws {
    let text = JSONPlainTests.texts[0]
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes)
    var places: [JSONPlace] = [reader.currentPlace]
    var tokens: [JSONToken] = []
    while let token = try reader.next() {
      tokens.append(token)
      places.append(reader.currentPlace)
    }
    for (count, place) in places.enumerated() {
      var other = JSONReader(Array(bytes[..<place.offset]) + Array(bytes[place.offset...]), at: place)
      var rest: [JSONToken] = []
      while let token = try other.next() { rest.append(token) }
      #expect(rest == Array(tokens[count...]))
    }
  }
}
