#if Identity
internal import Quarry

/// The system's browser, for an app that the system opens with the callback: with a private scheme, or an HTTPS
/// address that belongs to the app.
///
/// ```swift
/// let receiver = CallbackReceiver { address in print("Open", address) }   // UIApplication.shared.open, for example
/// Task { try await session.signIn(using: receiver) }
/// receiver.receive("com.example.app:/signed-in?code=…")                    // in the app's onOpenURL
/// ```
///
/// Only one sign-in can run at a time. A second one cancels the first.
public final class CallbackReceiver: SignInBrowser {
  private let timeout: Duration
  private let opening: @Sendable (_ address: String) async throws(IdentityError) -> Void
  private let current = Protected<(count: Int, waiting: Waiting?)>((0, nil))

  private struct Waiting: Sendable {
    var number: Int
    var redirectURI: String
    var callbacks: AsyncStream<Event>.Continuation
  }

  private enum Event: Sendable { case callback(String), timeout, replaced }

  /// Creates a receiver.
  ///
  /// - Parameters:
  ///   - timeout: The longest time for the user to sign in.
  ///   - opening: Opens an address in the system's browser, never in a view of the app.
  public init(
    timeout: Duration = .seconds(300),
    opening: @escaping @Sendable (_ address: String) async throws(IdentityError) -> Void
  ) {
    self.timeout = timeout
    self.opening = opening
  }

  /// Receives an address with which the system opened the app.
  ///
  /// - Parameter url: The whole address.
  /// - Returns: Whether it's the callback of the running sign-in. Another address may have another purpose for the
  ///   app.
  @discardableResult
  public func receive(_ url: String) -> Bool {
    current.withLock { current in
      guard let found = current.waiting, url.prefix(while: { $0 != "?" && $0 != "#" }) == found.redirectURI[...] else {
        return false
      }
      found.callbacks.yield(.callback(url))
      found.callbacks.finish()
      current.waiting = nil
      return true
    }
  }

  /// Opens the page, and waits for the callback.
  ///
  /// - Throws: ``IdentityError`` with code `.cancelled`, `.timedOut`, `.browserUnavailable` or
  ///   `.invalidConfiguration`.
  public func callback(
    for redirectURI: String, showing page: @escaping @Sendable (_ redirectURI: String) -> String
  ) async throws(IdentityError) -> String {
    let address = page(redirectURI)
    let (events, continuation) = AsyncStream<Event>.makeStream()
    let (replaced, number) = current.withLock { current in
      let before = current.waiting
      current.count += 1
      current.waiting = Waiting(number: current.count, redirectURI: redirectURI, callbacks: continuation)
      return (before, current.count)
    }
    // A callback that comes when nobody waits any more is none.
    defer { current.withLock { if $0.waiting?.number == number { $0.waiting = nil } } }
    replaced?.callbacks.yield(.replaced)
    replaced?.callbacks.finish()
    let timer = Task { [timeout] in
      try? await Task.sleep(for: timeout)
      continuation.yield(.timeout)
      continuation.finish()
    }
    defer { timer.cancel() }
    do throws(IdentityError) {
      try await opening(address)
    } catch {
      continuation.finish()
      throw error
    }
    switch await events.first(where: { _ in true }) {
    case .callback(let url): return url
    case .timeout: throw IdentityError(.timedOut, "The browser didn't come back in time; sign in again")
    case .replaced: throw IdentityError(.cancelled, "Another sign-in has begun")
    case nil: throw IdentityError(.cancelled, "The sign-in was cancelled")
    }
  }
}
#endif
