import Testing

@testable import Quarry

@Suite struct FeatureSetTests {
  @Test func everyFeatureFitsAndIsFoundAgain() {
    var set = FeatureSet()
    #expect(set.isEmpty)
    for (index, feature) in SQLFeature.all.enumerated() {
      #expect(!set.contains(feature))
      #expect(set.insert(feature).inserted)
      #expect(!set.insert(feature).inserted)
      #expect(set.contains(feature))
      #expect(set.count == index + 1)
    }
    #expect(Array(set) == SQLFeature.all)
    for feature in SQLFeature.all {
      #expect(set.remove(feature) == feature)
      #expect(set.remove(feature) == nil)
    }
    #expect(set.isEmpty)
    #expect(set == FeatureSet())
  }

  @Test func setAlgebraAgreesWithSet() {
    let everyThird = SQLFeature.all.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    let everyFifth = SQLFeature.all.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
    let (left, right) = (FeatureSet(everyThird), FeatureSet(everyFifth))
    let (leftModel, rightModel) = (Set(everyThird), Set(everyFifth))
    #expect(Set(left.union(right)) == leftModel.union(rightModel))
    #expect(Set(left.intersection(right)) == leftModel.intersection(rightModel))
    #expect(Set(left.subtracting(right)) == leftModel.subtracting(rightModel))
    #expect(Set(left.symmetricDifference(right)) == leftModel.symmetricDifference(rightModel))
    #expect(left.intersection(right).isSubset(of: left))
    #expect(!left.isSubset(of: right))
  }

  @Test func iterationIsInTableOrderWhateverTheOrderOfInsertion() {
    let set: FeatureSet = [.cipherStatus, .rightJoin, .commonTableExpressions]
    #expect(Array(set) == [.commonTableExpressions, .rightJoin, .cipherStatus])
    #expect(set.description == "[query.cte, query.right_join, cipher.status]")
  }
}
