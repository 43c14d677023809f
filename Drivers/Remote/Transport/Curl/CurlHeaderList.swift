internal import CQuarryCurl

/// The header lines of a request as a list of libcurl. The owner of the list frees it.
struct CurlHeaderList {
  private(set) var list: OpaquePointer?
  /// Whether there was memory for every line.
  private(set) var isWhole = true

  init(_ request: HTTPRequest, offersCompression: Bool) {
    // An empty value takes away what the library would add by itself.
    append("Expect:")
    if !offersCompression { append("Accept-Encoding:") }
    if request.header("Content-Type") == nil { append("Content-Type:") }
    for header in request.headers {
      // A line that ends with a semicolon stands for an empty value.
      append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
    }
  }

  /// Returns the list and its ownership.
  mutating func take() -> OpaquePointer? {
    defer { list = nil }
    return list
  }

  private mutating func append(_ line: String) {
    guard isWhole else { return }
    guard let longer = quarry_curl_list_append(list, line) else {
      isWhole = false
      return
    }
    list = longer
  }
}
