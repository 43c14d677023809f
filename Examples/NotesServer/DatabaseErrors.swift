#if Macros && Server && Telemetry
import Hummingbird
import Logging
import Quarry

/// Turns errors of the database into statuses. Messages of the engine stay in the log.
struct DatabaseErrors<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as DatabaseError {
      context.logger.info("database error", metadata: ["code": "\(error.code)", "outcome": "\(error.outcome)"])
      throw Self.httpError(error)
    }
  }

  static func httpError(_ error: DatabaseError) -> HTTPError {
    switch error.code {
    case .rowNotFound: HTTPError(.notFound, message: "There is no such note.")
    case .foreignCursor: HTTPError(.badRequest, message: "after is the cursor of another list.")
    case .constraintUnique: HTTPError(.conflict, message: "The title is taken.")
    // A pattern with .constraint matches every other constraint.
    case .constraint: HTTPError(.unprocessableContent, message: "The note breaks a rule of the database.")
    case .busy, .timedOut, .connectionClosed:
      HTTPError(.serviceUnavailable, headers: [.retryAfter: "1"], message: "The database is busy. Try again.")
    // Whether the change took effect is unknown: don't ask the client to repeat it.
    case .outcomeUnknown: HTTPError(.badGateway, message: "It is unknown whether the change was made.")
    default: HTTPError(.internalServerError, message: "The database failed.")
    }
  }
}
#endif
