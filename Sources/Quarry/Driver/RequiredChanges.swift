/// What a read has to see, and until when that may be waited for.
public struct RequiredChanges: Sendable {
  /// The changes.
  public let token: ChangeToken
  /// How long may be waited in all.
  public let limit: Duration
  /// When that ends.
  public let deadline: ContinuousClock.Instant

  /// Begins to wait for changes.
  public init(_ token: ChangeToken, within limit: Duration) {
    self.token = token
    self.limit = limit
    deadline = .now.advanced(by: limit)
  }

  /// How long may still be waited; zero when the time is over.
  public var timeLeft: Duration { max(.zero, ContinuousClock.now.duration(to: deadline)) }

  /// The error when the changes did not come in time.
  ///
  /// - Parameter reason: what is known about it, as a clause.
  public func notReached(_ reason: String, underlying: (any Error)? = nil) -> DatabaseError {
    DatabaseError(
      .changesNotReached,
      "what the change token stands for could not be read within \(limit): \(reason). Try again later, or read where "
        + "it was written", isRetrySafe: true, underlying: underlying)
  }

  /// What a failed call means to a read that waits: what would pass is that the changes were not reached.
  public func notReached(_ error: DatabaseError) -> DatabaseError {
    switch error.code {
    case .timedOut, .cannotOpen, .inputOutput, .busy: notReached(error.message, underlying: error)
    default: error
    }
  }
}

extension DriverCapabilities {
  /// What a ``ChangeToken`` means to a driver.
  public enum ChangeTokenSupport: Sendable, Hashable {
    /// Every read sees all that was committed before it began, on whichever connection: there is nothing to wait for, and
    /// a token only names its database.
    case always
    /// Reads may be older unless they are told to see everything; then they do. A token only names its database.
    case onRequest
    /// Reads may be older than writes elsewhere; told a position in the log of the database, they see everything up to
    /// it. The driver makes and checks the tokens.
    case positioned
  }
}

extension DatabaseError {
  /// The refusal of a token that was not made for this database.
  public static var foreignChangeToken: DatabaseError {
    DatabaseError(
      .foreignChangeToken,
      "the change token belongs to another database, or to a log of changes that this one has begun anew since; read "
        + "without it, and take a new one after the next write")
  }
}
