/// The header lines of a response, one after the other, without folds. Each ends with a line feed, before which there can
/// be a carriage return.
///
/// Nearly all responses are read without their headers, so the lines are parsed only when needed.
struct HTTPHeaderBlock: Sendable {
  private(set) var bytes: [UInt8] = []

  init() {}

  /// Creates a block of lines with their ends, all of which have a colon.
  init(_ lines: [UInt8]) { bytes = lines }

  /// Whether nothing was added.
  var isEmpty: Bool { bytes.isEmpty }

  /// Adds a line, which has a colon.
  mutating func append(_ line: some Collection<UInt8>) {
    if bytes.isEmpty { bytes.reserveCapacity(512) }
    bytes += line
    bytes.append(0x0a)
  }

  /// Adds a line that continues the previous one.
  mutating func fold(_ line: some Collection<UInt8>) {
    if !bytes.isEmpty { bytes.removeLast() }
    bytes.append(0x20)
    bytes += HTTPHeaderBlock.trimmed(line[...])
    bytes.append(0x0a)
  }

  /// All of them, in order.
  var fields: [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    forEach { name, value in
      fields.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
      return true
    }
    return fields
  }

  /// The value of the first header of a name, ignoring case, or `nil`.
  func value(of wanted: String) -> String? {
    var found: String?
    forEach { name, value in
      guard HTTPHeaders.equal(name, wanted.utf8) else { return true }
      found = String(decoding: value, as: UTF8.self)
      return false
    }
    return found
  }

  /// Calls a body for each header until it returns `false`.
  private func forEach(_ body: (_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0a) {
      var line = rest[..<end]
      while line.last == 0x0d { line = line.dropLast() }
      rest = rest[(end + 1)...]
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      guard body(line[..<colon], HTTPHeaderBlock.trimmed(line[(colon + 1)...])) else { return }
    }
  }

  private static func trimmed<Bytes: Collection<UInt8>>(_ text: Bytes) -> Bytes where Bytes.SubSequence == Bytes {
    var text = text.drop { $0 == 0x20 || $0 == 0x09 }
    let count = text.reduce(into: (all: 0, kept: 0)) { count, byte in
      count.all += 1
      if byte != 0x20, byte != 0x09 { count.kept = count.all }
    }
    text = text.prefix(count.kept)
    return text
  }
}
