import Quarry
import Testing

@Suite struct RegionTests {
  @Test func regionsOverlapByTablesAndColumns() {
    let whole = DatabaseRegion.table("Artist")
    let name = DatabaseRegion.table("artist", columns: ["Name"])
    let rows = DatabaseRegion.table("ARTIST", columns: [""])
    let other = DatabaseRegion.table("Album")
    #expect(whole.overlaps(name) && name.overlaps(whole) && whole.overlaps(rows))
    #expect(!name.overlaps(rows) && !rows.overlaps(name))
    #expect(!whole.overlaps(other) && !other.overlaps(name))
    #expect(name.overlaps(.table("Artist", columns: ["country", "NAME"])))
    #expect(!name.overlaps(.table("Artist", columns: ["country"])))
    for region in [whole, name, rows, other] {
      #expect(region.overlaps(.everything) && DatabaseRegion.everything.overlaps(region))
      #expect(!region.overlaps(.nothing) && !DatabaseRegion.nothing.overlaps(region))
    }
    #expect(!DatabaseRegion.everything.overlaps(.nothing) && DatabaseRegion.everything.overlaps(.everything))
  }

  @Test func unionsHoldBoth() {
    var region = DatabaseRegion.table("t", columns: ["a"])
    region.formUnion(.table("T", columns: ["b"]))
    #expect(region == .table("t", columns: ["a", "b"]))
    region.formUnion(.table("t"))
    #expect(region == .table("t"))
    region.insert("t", columns: ["c"])
    #expect(region == .table("t"))
    region.formUnion(.nothing)
    #expect(region == .table("t"))
    #expect(region.union(.everything).isEverything && DatabaseRegion.everything.union(region).isEverything)
    #expect(DatabaseRegion.nothing.isEmpty && !region.isEmpty && !DatabaseRegion.everything.isEmpty)
  }
}
