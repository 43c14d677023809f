internal import Crypto
internal import HTTPTypes

/// Keeps the answers to calls with an idempotency key, so that the same call again is not run again.
///
/// A second call that comes while the first is under way waits for its answer.
actor IdempotencyStore {
  /// An answer as it was given.
  struct Answer: Sendable {
    var status: HTTPResponse.Status
    var body: [UInt8]
  }

  /// What a key belongs to: a database, and who may do what.
  struct Key: Hashable {
    var path: String
    var permission: Permission
    var key: String
  }

  private struct Entry {
    var digest: SHA256Digest
    var task: Task<Answer, Never>
    var since: ContinuousClock.Instant
  }

  private var entries: [Key: Entry] = [:]
  private static let lifetime = Duration.seconds(24 * 3600)
  private static let maximumEntries = 10_000

  /// Runs a body unless the key has an answer.
  ///
  /// - Returns: the answer and whether it is a repeat; `nil` when the key was used for another request.
  func answer(
    _ key: Key, request: [UInt8], _ body: @escaping @Sendable () async -> Answer
  ) async -> (answer: Answer, isRepeat: Bool)? {
    let digest = SHA256.hash(data: request)
    if let entry = entries[key], ContinuousClock.now - entry.since < Self.lifetime {
      guard entry.digest == digest else { return nil }
      return (await entry.task.value, true)
    }
    makeRoom()
    let task = Task { await body() }
    entries[key] = Entry(digest: digest, task: task, since: .now)
    let answer = await task.value
    // Only what was done is kept: after a failure the call may be tried again.
    if answer.status.kind != .successful { entries[key] = nil }
    return (answer, false)
  }

  private func makeRoom() {
    guard entries.count >= Self.maximumEntries else { return }
    let oldest = entries.sorted { $0.value.since < $1.value.since }.prefix(Self.maximumEntries / 10)
    for (key, _) in oldest { entries[key] = nil }
  }
}
