/// Blobs in calls. A large one is a million numbers, which a tree of values would hold one by one.
enum StandInBlobs {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// A text in JSON with each array of bytes as the text that is taken for a blob too.
  static func spelled(_ body: [UInt8]) -> [UInt8] {
    body.withUnsafeBufferPointer { body in
      var result: [UInt8] = []
      result.reserveCapacity(body.count)
      var index = 0
      var isInString = false
      // A statement is an array in the array of all; the values are within it.
      var depth = 0
      while index < body.count {
        let byte = body[index]
        if byte == UInt8(ascii: "["), !isInString, depth > 1, let array = array(body, index) {
          result += array.text
          index = array.end
          continue
        }
        result.append(byte)
        index += 1
        if isInString, byte == UInt8(ascii: "\\"), index < body.count {
          result.append(body[index])
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString.toggle()
        } else if !isInString {
          switch byte {
          case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
          case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
          default: break
          }
        }
      }
      return result
    }
  }

  /// The array of bytes that begins at an index, and where it ends; `nil` for another array.
  private static func array(_ body: UnsafeBufferPointer<UInt8>, _ start: Int) -> (text: [UInt8], end: Int)? {
    var text = Array("\"x'".utf8)
    var index = start + 1
    var value = -1
    while index < body.count {
      let byte = body[index]
      index += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = max(value, 0) * 10 + Int(byte - UInt8(ascii: "0"))
        guard value < 256 else { return nil }
      case UInt8(ascii: ","), UInt8(ascii: "]"):
        let isEmpty = byte == UInt8(ascii: "]") && index == start + 2
        guard value >= 0 || isEmpty else { return nil }
        if !isEmpty {
          text.append(digits[value >> 4])
          text.append(digits[value & 15])
        }
        value = -1
        if byte == UInt8(ascii: "]") { return (text + Array("'\"".utf8), index) }
      default: return nil
      }
    }
    return nil
  }

  /// The bytes that hexadecimal digits stand for; `nil` for other characters.
  static func bytes(of digits: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }
}
