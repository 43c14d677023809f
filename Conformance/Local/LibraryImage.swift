#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A copy of a shared library with changed symbols, to create libraries that are too old or incomplete.
///
/// It supports only little-endian 64-bit ELF files. There is no image of any other file.
///
/// Source: System V ABI, chapters 4 and 5 (<https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html>).
struct LibraryImage {
  private var bytes: [UInt8]
  private let symbols: [String: Symbol]

  /// The position of a symbol in the file.
  private struct Symbol {
    /// The position of its entry in the table of symbols.
    var entry: Int
    /// The position of its content.
    var content: Int
  }

  /// Reads a library.
  init?(path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let bytes = [UInt8](data)
    guard bytes.count > 64, bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) else { return nil }
    self.bytes = bytes
    guard let symbols = Self.symbols(of: bytes) else { return nil }
    self.symbols = symbols
  }

  /// Hides a function from lookups. The library itself still finds it.
  mutating func hide(_ name: String) -> Bool {
    guard let symbol = symbols[name] else { return false }
    // The visibility: STV_HIDDEN.
    bytes[symbol.entry + 5] = 2
    return true
  }

  /// Makes the library report another version.
  mutating func setVersion(_ number: UInt32, text: String) -> Bool {
    guard let function = symbols["sqlite3_libversion_number"], let version = symbols["sqlite3_version"] else {
      return false
    }
    let low = UInt8(truncatingIfNeeded: number)
    let middle = UInt8(truncatingIfNeeded: number >> 8)
    let high = UInt8(truncatingIfNeeded: number >> 16)
    let code: [UInt8]
    switch read(18, 2) {
    case 62:
      // x86-64: mov eax, number; ret
      code = [0xb8, low, middle, high, UInt8(number >> 24), 0xc3]
    case 183:
      // AArch64: movz w0, low half; movk w0, high half, lsl 16; ret
      let words: [UInt32] = [
        0x5280_0000 | (number & 0xffff) << 5, 0x72a0_0000 | (number >> 16) << 5, 0xd65f_03c0,
      ]
      code = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    default: return false
    }
    let characters = Array(text.utf8) + [0]
    guard function.content + code.count <= bytes.count, version.content + characters.count <= bytes.count else {
      return false
    }
    bytes.replaceSubrange(function.content..<function.content + code.count, with: code)
    bytes.replaceSubrange(version.content..<version.content + characters.count, with: characters)
    return true
  }

  /// Writes the changed library.
  func write(to path: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

  private func read(_ position: Int, _ count: Int) -> Int { Self.read(bytes, position, count) ?? 0 }

  private static func read(_ bytes: [UInt8], _ position: Int, _ count: Int) -> Int? {
    guard position >= 0, count <= 8, position <= bytes.count - count else { return nil }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[position + index]) << UInt64(index * 8) }
    return Int(exactly: value)
  }

  /// The functions and variables of the table of dynamic symbols.
  private static func symbols(of bytes: [UInt8]) -> [String: Symbol]? {
    guard let sections = read(bytes, 40, 8), let size = read(bytes, 58, 2), let count = read(bytes, 60, 2) else {
      return nil
    }
    func field(_ section: Int, _ offset: Int, _ width: Int) -> Int? {
      read(bytes, sections + section * size + offset, width)
    }
    // SHT_DYNSYM is 11.
    guard let table = (0..<count).first(where: { field($0, 4, 4) == 11 }), let names = field(table, 40, 4),
      let start = field(table, 24, 8), let length = field(table, 32, 8), let text = field(names, 24, 8)
    else { return nil }
    var symbols: [String: Symbol] = [:]
    for entry in stride(from: start, to: start + length, by: 24) {
      guard let name = read(bytes, entry, 4), let section = read(bytes, entry + 6, 2),
        let address = read(bytes, entry + 8, 8)
      else { return nil }
      // Undefined ones, and those without a section, are no functions of the library.
      guard section > 0, section < 0xff00, let base = field(section, 16, 8), let offset = field(section, 24, 8)
      else { continue }
      let spelling = bytes[min(text + name, bytes.count)...].prefix { $0 != 0 }
      guard spelling.starts(with: Array("sqlite3_".utf8)) else { continue }
      symbols[String(decoding: spelling, as: UTF8.self)] = Symbol(entry: entry, content: offset + address - base)
    }
    return symbols
  }
}
