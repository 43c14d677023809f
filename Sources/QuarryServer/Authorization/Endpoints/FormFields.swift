#if Server
internal import QuarryWire

/// The fields of a query or a form, each occurring once.
struct FormFields: Sendable {
  private var values: [String: String] = [:]
  /// The first name that occurs twice.
  private(set) var repeated: String?

  /// Reads fields. Fields without a value are left out.
  ///
  /// - Returns: `nil` if the text isn't a form.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc6749#section-3.1>.
  init?(_ text: some StringProtocol) {
    guard let fields = FormText.decode(text) else { return nil }
    for field in fields where !field.value.isEmpty {
      if values.updateValue(field.value, forKey: field.name) != nil { repeated = repeated ?? field.name }
    }
  }

  subscript(name: String) -> String? { values[name] }
}
#endif
