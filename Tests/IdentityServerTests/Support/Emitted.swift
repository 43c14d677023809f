#if Identity && Server
import InMemoryLogging
import Logging
import Quarry
import TestSupport
import Testing

@testable import QuarryIdentity

/// Everything that a run tells: logs, errors and descriptions, and the secrets that must not be in there.
final class Emitted: Sendable, CustomReflectable {
  private let logs: InMemoryLogHandler
  private let texts = Shared<[String]>([])
  private let secrets = Shared<Set<String>>([])
  private let codes = Shared<[String]>([])

  init(logs: InMemoryLogHandler) { self.logs = logs }

  /// Nothing: what is dumped may hold this object, which knows every secret.
  var customMirror: Mirror { Mirror(self, children: []) }

  /// A logger that leaves nothing out.
  func logger(_ label: String) -> Logger {
    var logger = Logger(label: label, factory: { [logs] _ in logs })
    logger.logLevel = .trace
    return logger
  }

  /// Notes how values show themselves, in every way.
  func note(_ values: Any...) {
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      texts.update { $0 += ["\(value)", String(reflecting: value), dumped] }
    }
  }

  /// Names secrets.
  func hide(_ secrets: String?...) { self.secrets.update { $0.formUnion(secrets.compactMap { $0 }) } }

  /// Notes a code that a client sends.
  func see(code: String) { codes.update { $0.append(code) } }

  /// The first code that a client sent.
  var code: String { codes.value.first ?? "" }

  /// Names the tokens of a grant.
  func hide(_ grant: TokenGrant) { hide(grant.accessToken.text, grant.refreshToken?.text, grant.idToken?.text) }

  /// Fails where a secret was told, in clear or in an encoding of URLs.
  func expectNoSecrets(sourceLocation: SourceLocation = #_sourceLocation) {
    let lines = logs.entries.map { "\($0.message) \($0.metadata) \(String(describing: $0.error))" }
    #expect(lines.count > 10 && secrets.value.count > 6 && texts.value.count > 10, sourceLocation: sourceLocation)
    for secret in secrets.value {
      let forms = [secret, secret.replacing(" ", with: "%20"), secret.replacing(" ", with: "+")]
      let places = (lines + texts.value).filter { text in forms.contains { text.contains($0) } }
      // What stands there isn't repeated.
      #expect(places.count == 0, "a secret of \(secret.utf8.count) bytes was told", sourceLocation: sourceLocation)
    }
  }
}
#endif
