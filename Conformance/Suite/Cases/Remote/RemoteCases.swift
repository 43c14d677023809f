/// Remote.
enum RemoteCases: CaseList {
  static let cases: [ConformanceCase] = []

  static let upcoming: [UpcomingCase] = [
    UpcomingCase("REM-01", "connection refused; host unknown; connect timeout"),
    UpcomingCase("REM-02", "server accepts and never answers: request timeout fires within 10 % of its value"),
    UpcomingCase("REM-03", "server closes before the headers, inside the headers, inside the body"),
    UpcomingCase("REM-04", "response body cut at every byte of a 2 kB answer (2000 runs): always an error, never rows"),
    UpcomingCase("REM-05", "truncated JSON that still parses up to a prefix: error, never a shorter result"),
    UpcomingCase("REM-06", "wrong Content-Length, missing one, chunked with a bad last chunk"),
    UpcomingCase("REM-07", "gzip and deflate answers; corrupt gzip"),
    UpcomingCase(
      "REM-08",
      "status 400, 401, 403, 404, 409, 413, 429, 500, 502, 503, 504: each its class; body text is kept, HTML bodies too"
    ),
    UpcomingCase("REM-09", "429 and 503 with Retry-After in seconds and as a date: waited for, within the budget"),
    UpcomingCase(
      "REM-10",
      "retry only what is safe: reads and statements with an idempotency key; a plain INSERT is not sent twice after a lost answer"
    ),
    UpcomingCase(
      "REM-11", "lost answer after commit: the outcome is reported as unknown (`.commitOutcomeUnknown`), not as failed"),
    UpcomingCase("REM-12", "idempotency key sent again gives the first answer, one row in the table"),
    UpcomingCase("REM-13", "back-off grows, has jitter, is cancelled with the task, honours the total deadline"),
    UpcomingCase(
      "REM-14",
      "token expired: one refresh, one retry, concurrent requests share the refresh; refresh failure is `.authentication`"
    ),
    UpcomingCase("REM-15", "token revoked during a transaction: typed error, transaction gone"),
    UpcomingCase(
      "REM-16",
      "server restarts in the middle of a stream or an interactive transaction (stale baton): `.transactionLost`, next transaction works"
    ),
    UpcomingCase("REM-17", "redirect 307 and 308 keep method and body; loops end"),
    UpcomingCase(
      "REM-18",
      "result of 1,000,000 rows streams in constant memory, or is refused above the declared limit with a typed error"),
    UpcomingCase("REM-19", "a single 64 MiB value: arrives or `.tooBig`"),
    UpcomingCase("REM-20", "request above the server's limit (413): typed error; the layer's bulk insert splits"),
    UpcomingCase(
      "REM-21",
      "unknown fields in an answer are ignored; missing required fields are a protocol error; wrong types are a protocol error"
    ),
    UpcomingCase("REM-22", "integers as JSON strings and as JSON numbers, NULL, NaN as a string: exact or error"),
    UpcomingCase("REM-23", "column count differs from the row's length: protocol error"),
    UpcomingCase("REM-24", "error in statement 3 of a batch of 5: results 1 and 2, error 3, 4 and 5 not run"),
    UpcomingCase("REM-25", "protocol version refused by the server: falls back or fails at open with both versions"),
    UpcomingCase(
      "REM-26",
      "two requests on one keep-alive connection do not mix answers (ids swapped by the fault server are detected)"),
    UpcomingCase("REM-27", "slow body, one byte a second: total timeout fires, memory stays flat"),
    UpcomingCase("REM-28", "clock skew of ±1 day does not break token handling"),
    UpcomingCase("REM-29", "proxy settings and custom headers reach the server"),
    UpcomingCase("REM-30", "cancelling the task closes the request; the server sees it within 1 s"),
  ]
}
