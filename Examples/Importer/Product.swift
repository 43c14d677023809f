#if Command && Macros
import Quarry

/// A row of the table, and of the file.
@Table("product") struct Product: Hashable {
  @Column(primaryKey: .plain) var sku: String
  var name: String
  /// The price in cents: sums stay exact.
  var cents: Int
  @Column(check: "stock >= 0") var stock: Int
}

/// Why a row of the file is not a product.
struct WrongRow: Error {
  var reason: String
}

extension Product {
  static let fileColumns = ["sku", "name", "price", "stock"]

  /// Reads the fields of a row.
  init(fields: [String]) throws(WrongRow) {
    guard fields.count == Self.fileColumns.count else {
      throw WrongRow(reason: "\(fields.count) fields, not \(Self.fileColumns.count)")
    }
    guard !fields[0].isEmpty else { throw WrongRow(reason: "no sku") }
    guard let cents = Self.cents(fields[2]) else { throw WrongRow(reason: "the price is not a number such as 12.50") }
    guard let stock = Int(fields[3]) else { throw WrongRow(reason: "the stock is not a whole number") }
    self.init(sku: fields[0], name: fields[1], cents: cents, stock: stock)
  }

  private static func cents(_ text: String) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, !whole.isEmpty, whole.allSatisfy(\.isWholeNumber),
      let units = Int(whole)
    else { return nil }
    guard parts.count == 2 else { return units.multipliedReportingOverflow(by: 100).overflow ? nil : units * 100 }
    guard parts[1].count == 2, parts[1].allSatisfy(\.isWholeNumber) else { return nil }
    return Int(whole + parts[1])
  }
}
#endif
