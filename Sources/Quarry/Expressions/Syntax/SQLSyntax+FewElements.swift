extension SQLSyntax {
  /// A list whose first element takes no allocation; most queries have no other.
  struct FewElements<Element: Sendable>: Sendable {
    private(set) var first: Element?
    private(set) var others: [Element] = []

    init() {}

    init(_ elements: [Element]) {
      first = elements.first
      if elements.count > 1 { others = Array(elements.dropFirst()) }
    }

    var count: Int { first == nil ? 0 : 1 + others.count }

    var array: [Element] { first.map { [$0] + others } ?? [] }

    mutating func append(_ element: consuming Element) {
      if first == nil { first = element } else { others.append(element) }
    }

    mutating func append(contentsOf elements: [Element]) {
      for element in elements { append(element) }
    }
  }
}

extension SQLSyntax.FewElements: CustomReflectable {
  var customMirror: Mirror { Mirror(reflecting: array) }
}
