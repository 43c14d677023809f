import Quarry
import QuarryRemote
import RqliteStandIn
import Testing

@testable import QuarryRemote

/// What is kept of the texts of queries is bounded by bytes.
@Suite struct RqliteShapeTests {
  @Test(arguments: [1, 100, 1000, 60_000, 70_000, 1 << 21])
  func bytesAreBounded(_ length: Int) {
    let shapes = RqliteShapes()
    let filler = String(repeating: "x", count: length)
    for number in 0..<(20 << 20) / (length + 5000) { shapes["\(number) \(filler)"] = .tagged(1) }
    #expect(shapes.byteCount <= 1 << 20)
  }

  @Test func whatIsUsedStays() {
    let shapes = RqliteShapes(capacity: 16_000)
    shapes["often"] = .tagged(3)
    for number in 0..<10_000 {
      shapes["SELECT \(number)"] = .tagged(1)
      #expect(shapes["often"] == .tagged(3))
    }
    #expect(shapes["SELECT 0"] == nil && shapes["SELECT 9999"] == .tagged(1))
    shapes["often"] = nil
    #expect(shapes["often"] == nil)
    #expect(shapes.byteCount <= 16_000)
  }
}
