import Quarry
import QuarryRemote
import TestSupport

/// A transport whose calls begin on the caller's thread.
final class InPlaceDouble: InPlaceTransport {
  /// How the first try of a call goes.
  enum Way: CaseIterable, Sendable {
    /// The response is there when the caller goes on.
    case inTime
    /// The call is still under way then.
    case late
    /// It isn't sent: every call suspends.
    case refused
  }

  private let way: Way
  private let answer: @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse
  private let sent = Shared<[HTTPRequest]>([])
  private let begun = Shared(0)
  /// Whether the call under way was interrupted.
  private let isInterrupted: Shared<Bool>

  init(
    _ way: Way, _ isInterrupted: Shared<Bool>,
    _ answer: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse
  ) {
    self.way = way
    self.isInterrupted = isInterrupted
    self.answer = answer
  }

  var requests: [HTTPRequest] { sent.value }
  /// The number of calls that began on the caller's thread.
  var callsInPlace: Int { begun.value }

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    sent.update { $0.append(request) }
    let response = try answer(request)
    // An interruption ends the call as soon as the caller waits for it.
    if isInterrupted.update({
      let was = $0; $0 = false; return was
    }) {
      for _ in 0..<10_000 where !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }
    guard !Task.isCancelled else { throw InPlaceDouble.cancelled }
    return response
  }

  func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPBodyStream {
    throw HTTPError(.other, mayHaveBeenSent: false, "No streams here")
  }

  func sendInPlace(_ request: HTTPRequest, began: (any InPlaceCall) -> Void) throws(HTTPError) -> any InPlaceCall {
    guard way != .refused else { throw HTTPError(.other, mayHaveBeenSent: false, "Not here") }
    begun.update { $0 += 1 }
    sent.update { $0.append(request) }
    let call = Call(isLate: way == .late)
    began(call)
    do throws(HTTPError) { call.end(.success(try answer(request))) } catch { call.end(.failure(error)) }
    return call
  }

  private static let cancelled = HTTPError(.cancelled, mayHaveBeenSent: true, "scripted")

  private final class Call: InPlaceCall {
    private let isLate: Bool
    private let ended = Shared<Result<HTTPResponse, HTTPError>?>(nil)
    private let isCancelled = Shared(false)

    init(isLate: Bool) { self.isLate = isLate }

    func end(_ result: Result<HTTPResponse, HTTPError>) {
      ended.set(isCancelled.value ? .failure(InPlaceDouble.cancelled) : result)
    }

    func takeResult() -> Result<HTTPResponse, HTTPError>? { isLate ? nil : ended.value }

    nonisolated(nonsending) func result() async -> Result<HTTPResponse, HTTPError> {
      ended.value ?? .failure(InPlaceDouble.cancelled)
    }

    func cancel() { isCancelled.set(true) }
  }
}
