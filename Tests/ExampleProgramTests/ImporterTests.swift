#if Command && Macros && Telemetry
import Foundation
import Quarry
import QuarrySQLite
import TestSupport
import Testing

@Suite("The importer") struct ImporterTests {
  private func contents(of folder: TemporaryFolder) async throws -> [String] {
    let database = try await Database(SQLiteDriver(path: folder.file("shop.db")))
    let sql: SQLFragment = "SELECT sku || '|' || name || '|' || cents || '|' || stock FROM product ORDER BY sku"
    let rows = try await database.fetchAll(sql.values(String.self))
    await database.close()
    return rows
  }

  @Test("Wrong rows are reported with their line, and the others are imported", arguments: [1, 2, 1000])
  func wrongRows(batch: Int) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      sku,name,price,stock
      A-1,"Chair, oak",129.50,4\r
      A-2,"A lamp
      on two lines",39.90,12

      A-3,Shelf,free,1
      A-4,Table,80
      A-5,"The ""big"" one",1,-3
      A-6,Desk,250,1
      A-1,Chair,99.00,5
      """.utf8, to: "products.csv")
    let (status, output, errors) = try await ExampleProcess.run(
      "Importer", ["products.csv", "sqlite:shop.db", "--batch", "\(batch)"], in: folder)
    #expect(output == "4 rows imported, 3 wrong rows\n")
    #expect(status == 1)
    let reports = errors.split(separator: "\n").filter { $0.hasPrefix("products.csv:") }
    #expect(
      Set(reports) == [
        "products.csv:6: the price is not a number such as 12.50", "products.csv:7: 3 fields, not 4",
        "products.csv:8: the database refuses it: CHECK constraint failed: stock >= 0",
      ])
    #expect(
      try await contents(of: folder) == ["A-1|Chair|9900|5", "A-2|A lamp\non two lines|3990|12", "A-6|Desk|25000|1"])
  }

  @Test("Ctrl-C leaves whole batches, and a second run imports the rest") func interrupted() async throws {
    let folder = try TemporaryFolder()
    // The rows come from a pipe and do not end, so that the import is under way when it is stopped, however slow this is.
    let products = try EndlessFile(at: folder.file("products.csv"), header: "sku,name,price,stock", line: Self.product)
    let importer = try ExampleProcess("Importer", ["products.csv", "sqlite:shop.db", "--batch", "500"], in: folder)
    products.feed(importer)
    #expect(try await importer.firstErrorLine() == "500 rows …")
    let (status, output, _) = try await importer.wait(sending: SIGINT)
    #expect(status == 130)
    let imported = try await contents(of: folder).count
    #expect(imported > 0 && imported % 500 == 0)
    #expect(output == "\(imported) rows imported, 0 wrong rows\nStopped. Start it again to import the rest.\n")

    let count = imported + 12_345
    let lines = ["sku,name,price,stock"] + (1...count).map(Self.product)
    try folder.write(lines.joined(separator: "\n").utf8, to: "all products.csv")
    let again = try await ExampleProcess.run(
      "Importer", ["all products.csv", "sqlite:shop.db", "--batch", "5000"], in: folder)
    #expect(again.status == 0)
    #expect(again.output == "\(count) rows imported, 0 wrong rows\n")
    #expect(try await contents(of: folder).count == count)
  }

  private static func product(_ number: Int) -> String { "S\(number),Product \(number),\(number).50,\(number)" }

  @Test(
    "Files that are no CSV of products are refused before anything is opened",
    arguments: [("sku;name;price;stock\n", ["p.csv", "sqlite:shop.db"]), ("", ["p.csv", "sqlite:shop.db"])])
  func refused(_ text: String, _ arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write(text.utf8, to: "p.csv")
    let (status, output, errors) = try await ExampleProcess.run("Importer", arguments, in: folder)
    #expect(status == 64)
    #expect(output == "")
    #expect(errors.contains("The first line of p.csv is not sku,name,price,stock."))
    #expect(!folder.has("shop.db"))
  }
}
#endif
