extension SQLSyntax.Query {
  /// The number of columns of the query.
  var width: Int {
    switch self {
    case .select(let select): select.width
    case .compound(let compound): compound.left.width
    case .values(_, let width): width
    }
  }
}

extension SQLSyntax.Select {
  /// The number of columns of the select.
  var width: Int {
    columns.reduce(0) { $0 + width(of: $1) }
  }

  /// The number of columns of a part of the row.
  func width(of column: SQLSyntax.ResultColumn) -> Int {
    switch column {
    case .expression: 1
    case .source(let identity, let marker): width(ofSource: identity.index) + (marker ? 1 : 0)
    case .position(let index, let marker): width(ofSource: index) + (marker ? 1 : 0)
    }
  }

  private func width(ofSource index: Int) -> Int {
    sources.indices.contains(index) ? sources[index].table.columns.count : 0
  }
}
