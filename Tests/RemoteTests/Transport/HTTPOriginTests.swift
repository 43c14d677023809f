import Quarry
import QuarryRemote
import Testing

@Suite("Where credentials may go") struct HTTPOriginTests {
  @Test func readsSchemeHostAndPort() throws {
    let same = [
      "https://H.example", "HTTPS://h.EXAMPLE:443/", "https://h.example/path?query#part", "https://h.example\\x",
    ]
    for text in same { #expect(try HTTPOrigin(text).description == "https://h.example:443", "\(text)") }
    #expect(try HTTPOrigin("http://h").port == 80 && HTTPOrigin("http://[::1]:8080/x").host == "[::1]")
    #expect(try HTTPOrigin("h:8080", scheme: "http") == HTTPOrigin("http://h:8080"))
    let wrong = [
      "", "h", "ftp://h", "https://", "https:///x", "https://:80", "https://h:", "https://h:0", "https://h:65536",
      "https://h:8o", "https://h:+80", "https://user@h", "https://user:password@h", "https://h@evil", "https://[::1",
      "https://[::1]x", "https://a b", "https://\u{e9}.example", "https://h:80:80", "//h",
    ]
    for text in wrong { #expect(throws: DatabaseError.self, "\(text)") { try HTTPOrigin(text) } }
  }

  /// Every pair of origins that differ in something: only what was named or allowed, and never a downgrade.
  @Test func onlyNamedPlacesAndNoDowngrade() throws {
    let hosts = ["a.example", "b.example", "a.example.evil", "xa.example"]
    let places = ["http", "https"].flatMap { scheme in
      hosts.flatMap { host in ["", ":8080", ":443", ":80"].map { "\(scheme)://\(host)\($0)" } }
    }
    var permitted = 0
    for named in places {
      let alone = TrustedOrigins(named: [named])
      for next in places {
        let isSame = try HTTPOrigin(named) == HTTPOrigin(next)
        #expect(alone.permits(next, from: named) == isSame, "\(named) to \(next)")
        let both = TrustedOrigins(named: [named], further: [try HTTPOrigin(next)])
        let isDowngrade = named.hasPrefix("https:") && next.hasPrefix("http:")
        #expect(both.permits(next + "/path", from: named) == !isDowngrade, "\(named) to the allowed \(next)")
        permitted += both.permits(next, from: named) ? 1 : 0
      }
      for text in ["", "a.example", "//a.example", "javascript:x", named + "@b.example", named.dropLast(1) + "\u{0}"] {
        #expect(!alone.permits(String(text), from: named))
      }
    }
    #expect(permitted == places.count * places.count * 3 / 4)
  }

  @Test func theOptionNamesFurtherPlaces() throws {
    func driver(_ url: String) throws -> any DatabaseDriver {
      try DriverRegistry([.hranaHTTP, .hranaHTTPS]).driver(for: try DriverURL(url))
    }
    _ = try driver("hrana+http://h?trusted-hosts=a:1,https://b:2,[::1]:3")
    _ = try driver("hrana+https://h?trusted-hosts=a:1,https://b:2")
    for text in ["http://a", "a:1,,b:2", "a:x", "user@a"] {
      #expect(throws: DatabaseError.self, "\(text)") { _ = try driver("hrana+https://h?trusted-hosts=\(text)") }
    }
  }
}
