/// The compile options that an engine lists about itself.
///
/// The result of `PRAGMA compile_options` (<https://sqlite.org/pragma.html#pragma_compile_options>): names without the
/// `SQLITE_` prefix, some of them with `=value`. Not every option is listed; see `SQLFeature.pragmaCompileOptions`.
public struct CompileOptions: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The options as listed, without a prefix.
  private let entries: Set<String>
  /// The names without `=value`.
  private let names: Set<String>

  /// Creates the options from an engine's list, with or without the `SQLITE_` prefix.
  public init(_ listed: some Sequence<String>) {
    var entries: Set<String> = []
    var names: Set<String> = []
    for option in listed {
      let entry = option.hasPrefix("SQLITE_") ? String(option.dropFirst(7)) : option
      entries.insert(entry)
      let end = entry.utf8.firstIndex(of: UInt8(ascii: "="))
      names.insert(end.map { String(entry[..<$0]) } ?? entry)
    }
    self.entries = entries
    self.names = names
  }

  /// Creates the options from a literal list of names.
  public init(arrayLiteral elements: String...) {
    self.init(elements)
  }

  /// Whether an option is listed.
  ///
  /// - Parameter option: `NAME`, which matches any value, or `NAME=value`, which matches exactly.
  public func contains(_ option: String) -> Bool {
    option.contains("=") ? entries.contains(option) : names.contains(option)
  }

  /// The options as listed, in alphabetical order.
  public var sorted: [String] { entries.sorted() }
}
