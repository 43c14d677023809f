#if Command
internal import QuarryWire

extension JSONValue {
  /// The value as text.
  ///
  /// - Parameter pretty: Whether objects and arrays are spread over lines.
  func text(pretty: Bool = true) -> String {
    var writer = JSONWriter(isSpread: pretty)
    writer.value(self)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    // JSON lets this one control character stand as it is; a terminal may not.
    return writer.bytes.contains(0x7F) ? text.replacing("\u{7F}", with: "\\u007f") : text
  }
}
#endif
