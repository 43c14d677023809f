/// A set of features, as one bit each.
///
/// The set is a value of 64 bytes without storage of its own, so that each query can carry one.
public struct FeatureSet: SetAlgebra, Sendable, Hashable {
  /// One bit per feature, by the feature's place in the table; there is room for 512.
  private var words: SIMD8<UInt64>

  /// Creates an empty set.
  public init() {
    words = SIMD8(repeating: 0)
  }

  /// Tells whether the set has a feature.
  public func contains(_ feature: SQLFeature) -> Bool {
    words[feature.word] & feature.bit != 0
  }

  /// Adds a feature.
  @discardableResult
  public mutating func insert(_ feature: SQLFeature) -> (inserted: Bool, memberAfterInsert: SQLFeature) {
    let inserted = !contains(feature)
    words[feature.word] |= feature.bit
    return (inserted, feature)
  }

  /// Takes a feature out.
  @discardableResult
  public mutating func remove(_ feature: SQLFeature) -> SQLFeature? {
    guard contains(feature) else { return nil }
    words[feature.word] &= ~feature.bit
    return feature
  }

  /// Adds a feature, and tells whether it was there.
  @discardableResult
  public mutating func update(with feature: SQLFeature) -> SQLFeature? {
    insert(feature).inserted ? nil : feature
  }

  /// The features of either set.
  public func union(_ other: FeatureSet) -> FeatureSet {
    FeatureSet(words: words | other.words)
  }

  /// The features of both sets.
  public func intersection(_ other: FeatureSet) -> FeatureSet {
    FeatureSet(words: words & other.words)
  }

  /// The features of one set, but not of both.
  public func symmetricDifference(_ other: FeatureSet) -> FeatureSet {
    FeatureSet(words: words ^ other.words)
  }

  /// The features of this set that the other lacks.
  public func subtracting(_ other: FeatureSet) -> FeatureSet {
    FeatureSet(words: words & ~other.words)
  }

  /// Adds the features of another set.
  public mutating func formUnion(_ other: FeatureSet) {
    words |= other.words
  }

  /// Keeps the features that the other set has too.
  public mutating func formIntersection(_ other: FeatureSet) {
    words &= other.words
  }

  /// Keeps the features of one set, but not of both.
  public mutating func formSymmetricDifference(_ other: FeatureSet) {
    words ^= other.words
  }

  /// Whether the set has no feature.
  public var isEmpty: Bool {
    words == SIMD8(repeating: 0)
  }

  /// How many features the set has.
  public var count: Int {
    words.indices.reduce(0) { $0 + words[$1].nonzeroBitCount }
  }

  private init(words: SIMD8<UInt64>) {
    self.words = words
  }
}

extension FeatureSet: Sequence {
  /// Walks through the features in the order of the table.
  public struct Iterator: IteratorProtocol {
    fileprivate var words: SIMD8<UInt64>
    fileprivate var index = 0

    /// The next feature of the set.
    public mutating func next() -> SQLFeature? {
      while index < words.scalarCount {
        let word = words[index]
        guard word != 0 else {
          index += 1
          continue
        }
        words[index] = word & (word - 1)
        let place = index * UInt64.bitWidth + word.trailingZeroBitCount
        if let key = SQLFeature.Key(rawValue: UInt16(place)) { return SQLFeature(key) }
      }
      return nil
    }
  }

  /// Starts a walk through the features in the order of the table.
  public func makeIterator() -> Iterator {
    Iterator(words: words)
  }
}

extension FeatureSet: CustomStringConvertible {
  /// The identifiers of the features, separated by commas.
  public var description: String {
    "[" + map(\.id).joined(separator: ", ") + "]"
  }
}

extension SQLFeature {
  fileprivate var word: Int { Int(key.rawValue) / UInt64.bitWidth }
  fileprivate var bit: UInt64 { 1 << UInt64(Int(key.rawValue) % UInt64.bitWidth) }
}
