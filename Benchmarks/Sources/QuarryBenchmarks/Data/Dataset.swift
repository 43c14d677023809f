import Foundation

/// Everything that the workloads read and write, generated from fixed seeds.
struct Dataset: Sendable {
  let items: [Item]
  let parents: [Parent]
  let children: [Child]
  let words: [Words]
  /// The keys of W3, in random order.
  let keys: [Int64]
  /// The values of W5.
  let conditions: [Condition]
  /// How many rows W4 inserts.
  let transactions: Int
  /// How long a round of W7 runs.
  let mixedSeconds: Double

  /// - Parameter scale: 1 for the sizes of the study; smaller for a quick look.
  init(scale: Double) {
    func scaled(_ count: Int) -> Int { max(64, Int(Double(count) * scale)) }
    var random = RandomSource(seed: 0x5155_4152_5259)

    items = (1...scaled(200_000)).map { id in
      var payload = Data(capacity: 32)
      for _ in 0..<32 { payload.append(UInt8(truncatingIfNeeded: random.next())) }
      return Item(
        id: Int64(id),
        name: random.nextText(12...25),
        score: random.next(below: 5) == 0 ? nil : random.nextUnit() * 100,
        count: Int64(random.next(below: 100)),
        weight: random.nextUnit(),
        payload: payload)
    }

    let parentCount = scaled(10_000)
    parents = (1...parentCount).map { id in
      Parent(id: Int64(id), name: random.nextText(12...25), rank: Int64(random.next(below: 1_000)))
    }
    children = (1...scaled(100_000)).map { id in
      Child(
        id: Int64(id), parentId: Int64(1 + random.next(below: parentCount)),
        title: random.nextText(12...25), value: random.nextUnit())
    }
    words = (1...scaled(100_000)).map { id in
      Words(
        id: Int64(id), a: random.nextText(6...11), b: random.nextText(8...13, wide: id % 4 == 0),
        c: random.nextText(15...15), d: random.nextText(20...29))
    }

    let itemCount = items.count
    keys = (0..<scaled(100_000)).map { _ in Int64(1 + random.next(below: itemCount)) }
    conditions = (0..<scaled(20_000)).map { _ in
      Condition(count: Int64(random.next(below: 100)), weight: random.nextUnit() * 0.8)
    }
    transactions = scaled(20_000)
    mixedSeconds = max(0.25, 5 * scale)
  }
}
