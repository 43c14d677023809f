#if Identity
import Foundation
import Quarry
import QuarryIdentity
import Testing

/// Typed conditions in the grammar of filters.
@Suite struct PredicateTests {
  static let day = Date(timeIntervalSince1970: 1_735_779_845.678)

  static let cases: [(BosBaseFilter, String)] = [
    (BosBaseFilter(Post.title == "x"), "title = 'x'"),
    (BosBaseFilter(Post.title != "x"), "title != 'x'"),
    (BosBaseFilter(Post.count < 3), "count < 3"),
    (BosBaseFilter(3 < Post.count), "count > 3"),
    (BosBaseFilter(!(Post.count < 3)), "count >= 3"),
    (BosBaseFilter(!(Post.count >= 3 || Post.title == "x")), "(count < 3 && title != 'x')"),
    (BosBaseFilter(Post.score >= 1e-7), "score >= 0.0000001"),
    (BosBaseFilter(Post.isOn == true), "on = true"),
    (BosBaseFilter(Post.isOn && !Post.isOn), "(on = true && on = false)"),
    (BosBaseFilter(Post.at >= day), "at >= '2025-01-02 01:04:05.678Z'"),
    (BosBaseFilter(Post.price == 12.5), "price = 12.5"),
    (BosBaseFilter(Post.slug == nil), "slug = null"),
    (BosBaseFilter(Post.slug.isNotNull), "slug != null"),
    (BosBaseFilter(!Post.slug.isNull), "slug != null"),
    (BosBaseFilter(Post.slug.is(nil)), "slug = null"),
    (BosBaseFilter(Post.slug.isNot("x")), "slug != 'x'"),
    (BosBaseFilter(Post.title == Post.slug), "title = slug"),
    (BosBaseFilter(Post.count.between(1, 3)), "(count >= 1 && count <= 3)"),
    (BosBaseFilter(Post.count.notBetween(1, 3)), "(count < 1 || count > 3)"),
    (BosBaseFilter(!Post.count.between(1, 3)), "(count < 1 || count > 3)"),
    (BosBaseFilter(Post.count.between(1..<3)), "(count >= 1 && count < 3)"),
    (BosBaseFilter(Post.title.in(["a", "b'"])), #"(title = 'a' || title = 'b\'')"#),
    (BosBaseFilter(Post.title.notIn(["a", "b"])), "(title != 'a' && title != 'b')"),
    (BosBaseFilter(!Post.title.in(["a", "b"])), "(title != 'a' && title != 'b')"),
    (BosBaseFilter(Post.title.in([String]())), "1 = 0"),
    (BosBaseFilter(Post.title.notIn([String]())), "1 = 1"),
    (BosBaseFilter(Post.count < nil), "1 = 0"),
    (BosBaseFilter(!(Post.count < nil)), "1 = 0"),
    (BosBaseFilter(.true), "1 = 1"),
    (BosBaseFilter(!SQLPredicate.true), "1 = 0"),
    (
      BosBaseFilter(.any([Post.count == 1, Post.count == 2, Post.isOn.expression.asOptional])),
      "(count = 1 || count = 2 || on = true)"
    ),
    (
      BosBaseFilter(Post.title == "a" && (Post.title == "b" || Post.title == "c")),
      "(title = 'a' && (title = 'b' || title = 'c'))"
    ),
    (BosBaseFilter(Post.title.contains("b_c")), "title ~ 'b_c'"),
    (BosBaseFilter(Post.title.contains("5%")), #"title ~ '%5\%%'"#),
    (BosBaseFilter(Post.title.startsWith("a_")), #"title ~ 'a\_%'"#),
    (BosBaseFilter(!Post.title.endsWith("a")), "title !~ '%a'"),
    (BosBaseFilter(Post.title.like("a_%")), "title ~ 'a_%'"),
    (BosBaseFilter(Post.title.notLike("a#_%", escape: "#")), #"title !~ 'a\_%'"#),
    (BosBaseFilter(Post.title.lower == "x"), "title:lower = 'x'"),
    (BosBaseFilter(Post.data.json("$.a.b", as: Int.self) == 3), "data.a.b = 3"),
    (BosBaseFilter(Post.self) { $0.title == "x" && $0.isOn }, "(title = 'x' && on = true)"),
  ]

  @Test("What the grammar can express", arguments: cases.indices)
  func rendered(_ index: Int) throws {
    let (filter, text) = Self.cases[index]
    #expect(try filter.text() == "(\(text))")
    for reading in FilterGrammar.Reading.allCases {
      #expect(FilterGrammar.tree(try filter.text(), reading) != nil)
    }
  }

  static let refusals: [(BosBaseFilter, String)] = [
    (BosBaseFilter(Post.count + 1 == 2), "the operator add"),
    (BosBaseFilter(Post.title.length == 2), "the function length"),
    (BosBaseFilter(Post.title.glob("a*")), "glob"),
    (BosBaseFilter(Post.title.contains("a", caseSensitive: true)), "glob"),
    (BosBaseFilter(Post.title.regexp("a")), "regexp"),
    (BosBaseFilter(Post.title.match("a")), "match"),
    (BosBaseFilter(Post.title.like("abc")), "LIKE without"),
    (BosBaseFilter(Post.title.like("a_c")), "LIKE without"),
    (BosBaseFilter(Post.title.like(Post.slug)), "LIKE with a pattern of a column"),
    (BosBaseFilter(SQL.raw("1 = 1")), "raw SQL"),
    (BosBaseFilter(Post.title.in(Post.select { $0.title })), "a subquery"),
    (BosBaseFilter(Post.where { $0.count == 1 }.exists), "a subquery"),
    (BosBaseFilter(Post.count.cast(to: String.self) == "x"), "CAST"),
    (BosBaseFilter(Post.seconds > day), "has a coding"),
    (BosBaseFilter(Post.bytes == [1]), "with a blob"),
    (BosBaseFilter(Post.odd == "x"), "no name of a field"),
    (BosBaseFilter(Post.odd.in([String]())), "no name of a field"),
    (BosBaseFilter(Post.data.json("$[0]", as: Int.self) == 3), "this path in JSON"),
    (BosBaseFilter(Post.data.json("$.a' || 1=1 //", as: Int.self) == 3), "no name of a field"),
    (BosBaseFilter(!(Post.isOn && Post.count + 1 == 2)), "the operator add"),
  ]

  @Test("What it can't express is refused by name", arguments: refusals.indices)
  func refused(_ index: Int) {
    let (filter, words) = Self.refusals[index]
    do throws(BosBaseError) {
      let text = try filter.text()
      Issue.record("rendered as \(text)")
    } catch {
      #expect(error.code == .unsupportedFilter && error.message.contains(words), "\(error)")
    }
  }

  @Test("An integer that a double can't hold, and a number that isn't one") func inexact() {
    FilterTests.refused(.inexactNumber, BosBaseFilter(Post.count == 1 << 53 + 1))
    FilterTests.refused(.inexactNumber, BosBaseFilter(Post.score < Double.infinity))
  }
}
#endif
