#if Server
extension AccessRefusal {
  /// The challenge for a client, in addition to the text.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc6750#section-3>.
  var challenge: String {
    switch self {
    case .missing: "Bearer"
    case .malformed: "Bearer error=\"invalid_request\""
    case .insufficient: "Bearer error=\"insufficient_scope\", scope=\"database\""
    case .invalid, .expired, .immature, .ended: "Bearer error=\"invalid_token\""
    }
  }
}
#endif
