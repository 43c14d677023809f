#if Server
extension AccessRefusal {
  /// What a client is told beside the text.
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
