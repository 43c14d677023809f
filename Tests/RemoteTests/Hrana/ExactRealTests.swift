import Quarry
import QuarryMemory
import QuarryRemote
import Testing

/// Reals in exact parts, for servers that misread decimals.
@Suite("Hrana: exact reals")
struct ExactRealTests {
  @Test func simpleRealsStayAsTheyAre() {
    let simple: [Double] = [0, -0.0, 1, -1.5, 0.1, 1e22, 123_456_789_012_345, 3.14159, 1e-7, .nan, .infinity]
    for real in simple { #expect(ExactReal(.real(real)) == nil, "\(real)") }
    for value: SQLValue in [.null, .integer(.max), "1e300", .blob([1])] { #expect(ExactReal(value) == nil) }
  }

  @Test func thePartsAreTheReal() async throws {
    let database = try await Database(MemoryDriver())
    var reals = ExactReal.samples
    reals += [.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .pi, 0.1 + 0.2]
    var generator = SystemRandomNumberGenerator()
    while reals.count < 400 {
      let real = Double(bitPattern: generator.next())
      if real.isFinite { reals += [real, -real] }
    }
    for real in reals {
      guard let parts = ExactReal(.real(real)) else { continue }
      let text = SQLFragment(raw: "SELECT " + parts.spelling, values: [.integer(parts.whole)])
      let row = try #require(try await database.fetchAll(text.rows()).first)
      #expect(row.values[0].isIdentical(to: .real(real)), "\(real) as \(parts.whole) in \(parts.spelling)")
    }
    await database.close()
  }
}
