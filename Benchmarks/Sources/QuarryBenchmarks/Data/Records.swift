import Foundation

/// A row of `item`: the mixed record of most workloads.
struct Item: Sendable {
  var id: Int64
  var name: String
  var score: Double?
  var count: Int64
  var weight: Double
  var payload: Data
}

/// A row of `parent`: the one side of the join.
struct Parent: Sendable {
  var id: Int64
  var name: String
  var rank: Int64
}

/// A row of `child`: the many side of the join.
struct Child: Sendable {
  var id: Int64
  var parentId: Int64
  var title: String
  var value: Double
}

/// A row of `words`: four short texts.
struct Words: Sendable {
  var id: Int64
  var a: String
  var b: String
  var c: String
  var d: String
}

/// The values that change from one execution of W5 to the next.
struct Condition: Sendable {
  var count: Int64
  var weight: Double
}
