package import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a test where SQLCipher is installed.
  package static var needsSQLCipher: Self {
    .enabled(if: Installed.hasSQLCipher, "SQLCipher is not installed (Debian: libsqlcipher0)")
  }

  /// Runs a test where programs are loaded as on Linux.
  package static var needsLinux: Self { .enabled(if: Surroundings.isLinux, "it is about Linux's loader") }

  /// Runs a test where a corpus lies in `shared/corpora` beside the checkout.
  package static func needsCorpus(_ name: String) -> Self {
    .enabled(if: Surroundings.corpus(name) != nil, "no shared/corpora/\(name) beside the checkout")
  }
}
