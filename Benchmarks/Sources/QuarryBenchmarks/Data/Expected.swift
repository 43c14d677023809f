/// What each workload must give, worked out from the data in plain Swift without any database.
struct Expected: Sendable {
  let all: Checksum
  let looked: Checksum
  let inserted: Checksum
  let queried: Checksum
  let joined: Checksum
  let words: Checksum

  init(_ data: Dataset) {
    all = .of(data.items)
    looked = .of(data.keys.lazy.map { data.items[Int($0) - 1] })
    inserted = .of(data.items.prefix(data.transactions))
    words = .of(data.words)
    joined = .ofUnordered(data.children.lazy.map { ($0, data.parents[Int($0.parentId) - 1]) })
    let groups = Dictionary(grouping: data.items, by: \.count).mapValues { group in
      group.sorted { $0.weight > $1.weight }
    }
    queried = .of(
      data.conditions.lazy.map { condition in
        Array((groups[condition.count] ?? []).prefix(10).prefix { $0.weight > condition.weight })
      })
  }
}
