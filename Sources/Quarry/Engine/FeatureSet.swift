/// A set of features, with one bit each.
///
/// The set is a value of 64 bytes without heap storage, so that each query can have one.
public struct FeatureSet: SetAlgebra, Sendable, Hashable {
  /// One bit for each feature, by its position in the table. There is room for 512.
  private var words: SIMD8<UInt64>

  /// Creates an empty set.
  public init() {
    words = SIMD8(repeating: 0)
  }

  /// Whether the set contains a feature.
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

  /// Removes a feature.
  @discardableResult
  public mutating func remove(_ feature: SQLFeature) -> SQLFeature? {
    guard contains(feature) else { return nil }
    words[feature.word] &= ~feature.bit
    return feature
  }

  /// Adds a feature, and returns it if the set already contained it.
  @discardableResult
  public mutating func update(with feature: SQLFeature) -> SQLFeature? {
    insert(feature).inserted ? nil : feature
  }

  /// Returns the features of either set.
  public func union(_ other: FeatureSet) -> FeatureSet {
    FeatureSet(words: words | other.words)
  }

  /// Returns the features that both sets have.
  public func intersection(_ other: FeatureSet) -> FeatureSet {
    FeatureSet(words: words & other.words)
  }

  /// Returns the features that exactly one of the sets has.
  public func symmetricDifference(_ other: FeatureSet) -> FeatureSet {
    FeatureSet(words: words ^ other.words)
  }

  /// Returns the features of this set that the other lacks.
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

  /// Keeps the features that exactly one of the sets has.
  public mutating func formSymmetricDifference(_ other: FeatureSet) {
    words ^= other.words
  }

  /// Whether the set has no feature.
  public var isEmpty: Bool {
    words == SIMD8(repeating: 0)
  }

  /// The number of features in the set.
  public var count: Int {
    words.indices.reduce(0) { $0 + words[$1].nonzeroBitCount }
  }

  private init(words: SIMD8<UInt64>) {
    self.words = words
  }
}

extension FeatureSet: Sequence {
  /// Iterates over the features in the order of the table.
  public struct Iterator: IteratorProtocol {
    fileprivate var words: SIMD8<UInt64>
    fileprivate var index = 0

    /// Returns the next feature of the set.
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

  /// Starts to iterate over the features in the order of the table.
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
