#if Server
/// The limits for clients.
public struct ServerLimits: Sendable, Hashable {
  // MARK: Statements

  /// The longest time that a statement can run, and that it can wait for a client to read its rows.
  ///
  /// Only the engine's time counts: a long result that a client reads slowly isn't ended.
  public var statementTime: Duration
  /// The longest time that a transaction can last while another client waits for it.
  public var transactionTime: Duration
  /// The longest time that a statement waits for another client's transaction, and that a new stream waits for a
  /// place.
  public var waitingTime: Duration
  /// The longest text, blob or stored row, in bytes. The engine never makes a longer one, not even temporarily.
  public var valueBytes: Int = 16 << 20
  /// The maximum number of bytes of texts and blobs in one row of a result, also on a cursor.
  public var rowBytes: Int = 16 << 20
  /// The maximum memory of the engine's library, in bytes, for all connections of the process. If `nil`, there is no
  /// limit.
  ///
  /// A statement that needs more fails, and its connection stays usable. The limit applies to everything in the
  /// process that uses the same library, including databases in memory. Set it for a process that only serves.
  public var engineBytes: Int?

  // MARK: Streams

  /// The longest time that a stream can be idle.
  public var streamIdleTime: Duration
  /// The maximum number of open streams.
  public var streams: Int
  /// The maximum number of open streams of one client: the bearer of one token, otherwise one address.
  public var streamsPerClient: Int = 128

  // MARK: Requests and answers

  /// The maximum size of a request in bytes.
  public var requestBytes: Int
  /// The maximum size of the result of one statement or batch in bytes, except on a cursor.
  public var responseBytes: Int
  /// The maximum number of rows of one statement, except on a cursor.
  public var rows: Int
  /// The maximum number of statements of a PerSQL batch.
  public var batchStatements: Int
  /// The maximum number of parameters of a PerSQL statement.
  public var parameters: Int
  /// The maximum number of columns in the result of a PerSQL statement.
  public var columns: Int

  // MARK: Connections

  /// The maximum number of open connections.
  ///
  /// A new connection replaces the one that has waited for a request for the longest time. If all connections are
  /// working, the new one is rejected. A WebSocket with a stream is working. If the process can open fewer files, the
  /// limit is lower.
  public var connections: Int = 2_000
  /// The longest time for a request to arrive, from the opening of its connection or from its first byte, and for the
  /// greeting of a WebSocket.
  public var requestTime: Duration = .seconds(30)
  /// The longest time that a connection can be idle between two requests.
  public var connectionIdleTime: Duration = .seconds(130)
  /// The longest time that a client can stop reading its response.
  public var sendingTime: Duration = .seconds(30)
  /// The longest time for running calls when the server stops. Calls that aren't finished then are cut off.
  public var stopTime: Duration = .seconds(5)

  // MARK: Repeated calls

  /// The maximum number of idempotency keys.
  public var idempotencyKeys: Int = 1_000_000
  /// The maximum size of stored responses for repeated calls in bytes. A key whose response was dropped still never
  /// runs again.
  public var idempotencyBytes: Int = 64 << 20
  /// The longest time that an idempotency key is stored.
  public var idempotencyTime: Duration = .seconds(24 * 3600)
  /// The shortest time that an idempotency key is stored. If there is no room and all keys are younger, new keys are
  /// rejected.
  public var idempotencyLeastTime: Duration = .seconds(3600)

  /// Creates limits. The defaults are those of libSQL's and PerSQL's servers, where they have any.
  public init(
    statementTime: Duration = .seconds(30), transactionTime: Duration = .seconds(5),
    waitingTime: Duration = .seconds(10), streamIdleTime: Duration = .seconds(10), streams: Int = 256,
    requestBytes: Int = 16 << 20, responseBytes: Int = 10 << 20, rows: Int = 1_000_000, batchStatements: Int = 100,
    parameters: Int = 100, columns: Int = 100
  ) {
    self.statementTime = statementTime
    self.transactionTime = transactionTime
    self.waitingTime = waitingTime
    self.streamIdleTime = streamIdleTime
    self.streams = streams
    self.requestBytes = requestBytes
    self.responseBytes = responseBytes
    self.rows = rows
    self.batchStatements = batchStatements
    self.parameters = parameters
    self.columns = columns
  }
}
#endif
