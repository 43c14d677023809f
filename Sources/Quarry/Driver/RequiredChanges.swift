/// The changes that a read must see, and the longest time to wait for them.
public struct RequiredChanges: Sendable {
  /// The changes.
  public let token: ChangeToken
  /// The longest time to wait.
  public let limit: Duration
  /// The time at which the wait ends.
  public let deadline: ContinuousClock.Instant

  /// Starts to wait for changes.
  public init(_ token: ChangeToken, within limit: Duration) {
    self.token = token
    self.limit = limit
    deadline = .now.advanced(by: limit)
  }

  /// The remaining time to wait; zero if the time is over.
  public var timeLeft: Duration { max(.zero, ContinuousClock.now.duration(to: deadline)) }

  /// Returns the error for changes that didn't arrive in time.
  ///
  /// - Parameters:
  ///   - reason: What is known about it, as a clause.
  ///   - underlying: The error that caused it.
  public func notReached(_ reason: String, underlying: (any Error)? = nil) -> DatabaseError {
    DatabaseError(
      .changesNotReached,
      "the changes of the change token couldn't be read within \(limit): \(reason). Try again later, or read where "
        + "it was written", isRetrySafe: true, underlying: underlying)
  }

  /// Converts the error of a failed call into the one that a waiting read throws. Transient errors become
  /// `.changesNotReached`.
  public func notReached(_ error: DatabaseError) -> DatabaseError {
    switch error.code {
    case .timedOut, .cannotOpen, .inputOutput, .busy: notReached(error.message, underlying: error)
    default: error
    }
  }
}

extension DriverCapabilities {
  /// The meaning of a ``ChangeToken`` for a driver.
  public enum ChangeTokenSupport: Sendable, Hashable {
    /// Every read sees everything that was committed before it began, on any connection. A token only identifies its
    /// database.
    case always
    /// Reads can be older unless they are asked to see everything. A token only identifies its database.
    case onRequest
    /// Reads can be older than writes elsewhere. A read with a position in the database's log sees everything up to it.
    /// The driver creates and checks the tokens.
    case positioned
  }
}

extension DatabaseError {
  /// The error for a token of another database.
  public static var foreignChangeToken: DatabaseError {
    DatabaseError(
      .foreignChangeToken,
      "the change token belongs to another database, or to a log of changes that was restarted since; read "
        + "without it, and take a new one after the next write")
  }
}
