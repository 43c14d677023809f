/// The digest of a result.
struct ResultDigest: Sendable, Hashable {
  private let bytes: [UInt8]
  /// The number of values in the result.
  let count: Int

  /// The sum of values, a line feed behind each.
  init(_ values: [String]) {
    var text: [UInt8] = []
    text.reserveCapacity(values.count * 8)
    for value in values {
      text.append(contentsOf: value.utf8)
      text.append(UInt8(ascii: "\n"))
    }
    bytes = MD5.sum(of: text)
    count = values.count
  }

  /// The sum in hexadecimal digits, in lower case.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The line for the result in a file.
  var line: String { "\(count) values hashing to \(hexadecimal)" }
}
