#if Identity
import Foundation
import Quarry
import QuarryIdentity
import TestSupport
import Testing

/// Filters by hand: what they say, and what can't get into them.
@Suite struct FilterTests {
  @Test("Values are bound as literals") func literals() throws {
    let day = Date(timeIntervalSince1970: 1_735_779_845.678)
    let nothing: String? = nil
    let filters: [(BosBaseFilter, String)] = [
      ("a = \("te'st \"x\"")", #"(a =  'te\'st "x"' )"#),
      ("a = \("a\\b")", #"(a =  'a\b' )"#),
      ("a = \(123)", "(a =  123 )"), ("a = \(-0.1)", "(a =  -0.1 )"),
      ("a = \(1e21)", "(a =  1000000000000000000000 )"), ("a = \(-1.25e-7)", "(a =  -0.000000125 )"),
      ("a = \(1.5e300)", "(a =  15\(String(repeating: "0", count: 299)) )"),
      ("a = \(1.2345678901234567e19)", "(a =  12345678901234567000 )"),
      ("a = \(true) && b = \(nothing)", "(a =  true  && b =  null )"),
      ("a >= \(day)", "(a >=  '2025-01-02 01:04:05.678Z' )"),
      ("\(Post.title) = \("x")", "( title  =  'x' )"),
      ("(a = 1 || b = 2) && \(BosBaseFilter("c = {:c}", ["c": 3]))", "((a = 1 || b = 2) &&  (c =  3 ) )"),
      ("a = 'text // of the program'", "(a = 'text // of the program')"),
      (BosBaseFilter("a = {:a} && b = {:b} && c = {:a}", ["a": 1, "b": "x"]), "(a =  1  && b =  'x'  && c =  1 )"),
      ("a = 1" && "b = 2 && c = 3" || "d = 4", "(((a = 1) && (b = 2 && c = 3)) || (d = 4))"),
    ]
    for (filter, text) in filters { #expect(try filter.text() == text) }
  }

  @Test("A text on the right of ~ is a part, not a pattern") func parts() throws {
    let filters: [(BosBaseFilter, String)] = [
      ("a ~ \("b_c")", "(a ~  'b_c' )"), ("a !~ \("50%_")", #"(a !~  '%50\%\_%' )"#),
      ("a = \("50%")", "(a =  '50%' )"), ("a ~ '%' && b = \("5%")", "(a ~ '%' && b =  '5%' )"),
      ("a ~ b && c = \("5%")", "(a ~ b && c =  '5%' )"),
    ]
    for (filter, text) in filters { #expect(try filter.text() == text) }
    for text in ["a\\%", "%\\", "\\_"] { Self.refused(.unsupportedFilter, "a ~ \(text)") }
  }

  static func refused(
    _ code: IdentityError.Code, _ filter: BosBaseFilter, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do throws(BosBaseError) {
      let text = try filter.text()
      Issue.record("rendered as \(text)", sourceLocation: sourceLocation)
    } catch {
      #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "Texts that servers read differently are refused",
    arguments: ["x\\", "\\", "\\'", "a\\\"b", "a\\\\b", "\0", "a\0b", "a\\'", "C:\\temp", "\\n", "\\r"])
  func refusedTexts(_ text: String) {
    Self.refused(.unsupportedFilter, "a = \(text)")
    Self.refused(.unsupportedFilter, BosBaseFilter("a = {:v}", ["v": text]))
    Self.refused(.unsupportedFilter, BosBaseFilter(Post.title == text))
    Self.refused(.unsupportedFilter, BosBaseFilter(Post.self) { $0.title.in(["b", text]) })
    Self.refused(.unsupportedFilter, "b = 1" && "a = \(text)")
  }

  @Test("The attack on other clients: a value that hides its closing quote, and one that goes on from there")
  func attack() {
    let v = "x\\", w = " || 1=1 //"
    Self.refused(.unsupportedFilter, "slug = \(v) && title = \(w)")
    Self.refused(.unsupportedFilter, BosBaseFilter("slug = {:v} && title = {:w}", ["v": v, "w": w]))
    Self.refused(.unsupportedFilter, BosBaseFilter(Post.slug == v && Post.title == w))
  }

  @Test("A value that looks like a name is a value") func nested() throws {
    for reading in FilterGrammar.Reading.allCases {
      let filter = BosBaseFilter("a = {:v} && b = {:w}", ["v": "{:w}", "w": "' || 1=1 || a='"])
      let tree = FilterGrammar.tree(try filter.text(), reading)
      #expect(
        tree
          == .group(
            [
              .comparison(.name("a"), "=", .text("{:w}")), .comparison(.name("b"), "=", .text("' || 1=1 || a='")),
            ], ["&&"]))
    }
  }

  @Test("Hand-written filters that aren't well-formed are refused") func malformed() {
    for filter: BosBaseFilter in [
      "", "  ", "a = 'x", "a = \"x", "(a = 1", "a = 1)", "a = 1) || (b = 2", "a = 1 // x", "a = 1 || b = 2 && c = 3",
      "a = 1 && (b = 2 || c = 3) || d = 4", "a = 'x\\'' && b = 1", "a = 'x\\\\' && b = 1", "a = \\", "a = {x}",
      "a = '\("x")'", "a = \"\(1)\"", "a = 1 // \("x")", "a = 1\0", "a = '\0'", "a = \(BosBaseFilter("("))",
      BosBaseFilter("a = {:v}", [:]), BosBaseFilter("a = 1", ["v": 1]), BosBaseFilter("a = {:v", ["v": 1]),
      BosBaseFilter("a = '{:v}'", ["v": 1]), BosBaseFilter("a = {:v} && b = {:V}", ["v": 1]),
    ] {
      Self.refused(.invalidFilter, filter)
    }
    Self.refused(.unsupportedFilter, "\(Post.odd) = 1")
    Self.refused(.unsupportedFilter, "a = \(String(repeating: "x", count: 3500))")
    Self.refused(.invalidData, "a = \(Date(timeIntervalSince1970: 1e12))")
  }

  @Test("Hostile values never change the shape of a filter, and come back as they were")
  func property() throws {
    var generator = SeededGenerator(seed: HostileTexts.seed)
    var rendered = 0
    for _ in 0..<4000 {
      let v = HostileTexts.text(&generator), w = HostileTexts.text(&generator)
      let filters: [BosBaseFilter] = [
        "slug = \(v) && title = \(w)", BosBaseFilter("slug = {:v} && title = {:w}", ["v": v, "w": w]),
        BosBaseFilter(Post.slug == v && Post.title == w), "slug = \(v)" && "title = \(w)",
        BosBaseFilter(Post.self) { $0.slug.in([v]) && !($0.title != w) },
      ]
      let wanted: FilterGrammar.Tree = .group(
        [.comparison(.name("slug"), "=", .text(v)), .comparison(.name("title"), "=", .text(w))], ["&&"])
      for (number, filter) in filters.enumerated() {
        let text: String
        do throws(BosBaseError) {
          text = try filter.text()
        } catch {
          #expect(error.code == .unsupportedFilter)
          continue
        }
        rendered += 1
        for reading in FilterGrammar.Reading.allCases {
          #expect(
            FilterGrammar.tree(text, reading) == wanted,
            "seed \(HostileTexts.seed), form \(number), \(reading): \(text)")
        }
      }
    }
    #expect(rendered > 4000)
  }

  @Test("The parser of the tests sees the attack in what other clients write") func parserSeesAttacks() {
    let attacked = #"slug = 'x\' && title = ' || 1=1 //'"#
    for reading in FilterGrammar.Reading.allCases {
      #expect(
        FilterGrammar.tree(attacked, reading)
          == .group(
            [
              .comparison(.name("slug"), "=", .text("x' && title = ")),
              .comparison(.number("1"), "=", .number("1")),
            ], ["||"]))
    }
    #expect(FilterGrammar.tree("a = 1e3", .newer) == nil)
    #expect(FilterGrammar.tree("a == 1", .newer) == nil)
    #expect(FilterGrammar.tree("a = 'x", .newer) == nil)
  }
}
#endif
