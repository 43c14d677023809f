import Quarry
import QuarryRemote
import Testing

/// The URLs of PerSQL and rqlite. Nothing is opened.
@Suite struct RemoteURLTests {
  private let registry = DriverRegistry([.persqlHTTP, .persqlHTTPS, .rqliteHTTP, .rqliteHTTPS, .hranaHTTP])
  private let environment = DriverEnvironment(variable: { ["SECRET": "s3cret", "HEADERS": "X-A: s3cret\nX-B: 2"][$0] })

  @Test(arguments: [
    "persql+https://api.persql.test/acme/notes?token-env=SECRET&timeout=5s&attempts=2",
    "persql+http://127.0.0.1:8080/acme/notes", "rqlite+http://n1:4001", "rqlite+https://n1:4001,n2:4001/",
    "persql+http://h/a/b?proxy=http://127.0.0.1:3128&headers-env=HEADERS", "persql+http://h/a/b?proxy=none",
    "hrana+http://h?headers-env=HEADERS&attempts=2&deadline=5s&answer-bytes=4096&token-env=SECRET",
    "rqlite+https://n1:4001?user=app&password-env=SECRET&level=none&freshness=1s&redirect=on&discover=off",
  ])
  func good(_ url: String) throws {
    let driver = try registry.driver(url: url, environment: environment)
    #expect(url.hasPrefix(driver.name))
  }

  @Test(arguments: [
    "persql+https://h/acme", "persql+https:acme/notes", "persql+https://h/a/b?token-env=MISSING",
    "persql+https://h/a/b?token=x", "hrana+http://h?headers-env=SECRET", "persql+https://h/a/b?nothing=1",
    "persql+https://h/a/b?attempts=0",
    "rqlite+http://n1:4001/db", "rqlite+http:", "rqlite+http://n1,,n2", "rqlite+http://n1?user=a",
    "rqlite+http://n1?password-env=SECRET", "rqlite+http://n1?user=a:b&password-env=SECRET",
    "rqlite+http://n1?level=some", "rqlite+http://n1?level=weak&freshness=1s", "rqlite+http://a@n1",
  ])
  func bad(_ url: String) {
    do {
      _ = try registry.driver(url: url, environment: environment)
      Issue.record("\(url) was taken")
    } catch {
      #expect(error.code == .invalidConfiguration)
      #expect(!"\(error)".contains("s3cret"))
    }
  }
}
