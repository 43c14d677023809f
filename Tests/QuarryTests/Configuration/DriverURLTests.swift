import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import Testing

@Suite("Driver URLs")
struct DriverURLTests {
  @Test(
    "The parts of a URL",
    arguments: [
      ("sqlite:music.db", "sqlite", nil, "music.db", [:]),
      ("SQLite:/a/b.db?mode=ro", "sqlite", nil, "/a/b.db", ["mode": "ro"]),
      ("sqlite:///a/b.db", "sqlite", nil, "/a/b.db", [:]),
      (
        "sqlite:../x%20y%3f%23%25.db?library=/l/libsqlite3.so&Mode=rw", "sqlite", nil, "../x y?#%.db",
        ["library": "/l/libsqlite3.so", "mode": "rw"]
      ),
      ("memory:", "memory", nil, "", [:]),
      ("memory:scratch?", "memory", nil, "scratch", [:]),
      ("hrana+http://127.0.0.1:8080?token-env=T", "hrana+http", "127.0.0.1:8080", "", ["token-env": "T"]),
      ("persql+https://api.example.com/ns/db", "persql+https", "api.example.com", "/ns/db", [:]),
      ("sqlite:%C3%BC.db?library=a%26b%3Dc", "sqlite", nil, "ü.db", ["library": "a&b=c"]),
    ] as [(String, String, String?, String, [String: String])])
  func parts(_ text: String, _ scheme: String, _ authority: String?, _ path: String, _ options: [String: String]) throws
  {
    let url = try DriverURL(text)
    #expect(url.scheme == scheme)
    #expect(url.authority == authority)
    #expect(url.path == path)
    #expect(url.options == options)
    #expect(url.description == text)
  }

  @Test(
    "What is no URL is refused, and says why",
    arguments: [
      ("", "scheme"), ("music.db", "scheme"), (":memory:", "scheme"), ("1x:y", "scheme"), ("sq lite:x", "scheme"),
      ("sqlite:a#b", "%23"), ("sqlite:a%zz", "%25"), ("sqlite:a%2", "%25"), ("sqlite:a%00b", "zero byte"),
      ("sqlite:a%ff", "UTF-8"), ("sqlite:a?mode", "name=value"), ("sqlite:a?=x", "has no name"),
      ("sqlite:a?mode=ro&MODE=rw", "twice"), ("hrana+http://user:word@host/", "@"),
    ])
  func refused(_ text: String, _ part: String) throws {
    let error = try #require(throws: DatabaseError.self) { try DriverURL(text) }
    #expect(error.code == .invalidConfiguration)
    #expect(error.message.contains(part))
  }

  @Test("A secret in a URL is refused and not repeated", arguments: ["key", "Password", "token", "%6bey", "hexkey"])
  func secrets(_ name: String) throws {
    let error = try #require(throws: DatabaseError.self) { try DriverURL("sqlcipher:x.db?\(name)=hunter2") }
    #expect(error.code == .invalidConfiguration)
    #expect(error.message.contains("-env"))
    #expect(!error.description.contains("hunter2"))
  }

  @Test(
    "What may be a misplaced secret is not repeated",
    arguments: [
      "key%3Dhunter2", "key%3dhunter2=1", "hunter2", "key=%68unter2", "key-env%3dhunter2", "hunter2&mode=ro",
      "mode=ro&k%65y%3Dhunter2", "key hunter2=", "key:hunter2=x", "x%00hunter2", "passphrase=hunter2",
    ])
  func misplacedSecrets(_ query: String) throws {
    let registry = DriverRegistry([.sqlite, .sqlcipher, .memory])
    for scheme in ["sqlite", "sqlcipher", "memory"] {
      let error = try #require(throws: DatabaseError.self) { try registry.driver(url: "\(scheme):x?\(query)") }
      #expect(error.code == .invalidConfiguration)
      #expect(!error.description.contains("hunter2"), "\(error)")
    }
  }
}
