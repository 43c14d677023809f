#if Server
internal import Quarry

/// Hashes one password after the other, because each takes much memory. It rejects further ones if too many wait.
actor PasswordGate {
  private nonisolated let waiting = Protected(0)
  private static let maximum = 32

  /// A hash for unknown names, so that they take the same time.
  private var decoy: PasswordHash?

  /// Whether a password is right, or `nil` if too many wait.
  nonisolated func check(_ password: String, of user: AuthorizationUser?) async -> Bool? {
    let isFull = waiting.withLock { waiting in
      waiting += 1
      return waiting > Self.maximum
    }
    defer { waiting.withLock { $0 -= 1 } }
    return isFull ? nil : await matches(password, user?.password)
  }

  private func matches(_ password: String, _ hash: PasswordHash?) -> Bool {
    if let hash { return hash.matches(password) }
    if decoy == nil { decoy = try? PasswordHash(AuthorizationSecret.text()) }
    _ = decoy?.matches(password)
    return false
  }
}
#endif
