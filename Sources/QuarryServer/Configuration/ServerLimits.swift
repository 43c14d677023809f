#if Server
/// How much clients may use.
public struct ServerLimits: Sendable, Hashable {
  // MARK: Statements

  /// How long one statement may run, and how long it may wait for a client that does not take its rows.
  ///
  /// Only the engine's own time counts: a long result that a client takes slowly is not ended.
  public var statementTime: Duration
  /// How long a transaction may go on when somebody else waits for it.
  public var transactionTime: Duration
  /// How long a statement waits for somebody else's transaction, and a new stream for a place.
  public var waitingTime: Duration
  /// The longest text, blob or stored row, in bytes. The engine never makes a longer one, not even in between.
  public var valueBytes: Int = 16 << 20
  /// The most bytes of texts and blobs in one row of a result, on a cursor as well.
  public var rowBytes: Int = 16 << 20
  /// The most memory of the engine's library, in bytes, for all connections of the process. If `nil`, there is no limit.
  ///
  /// A statement that needs more fails, and its connection goes on. The limit holds for everything in the process that
  /// uses the same library, and a database in memory counts: set it for a process that only serves.
  public var engineBytes: Int?

  // MARK: Streams

  /// How long a stream lives without a call.
  public var streamIdleTime: Duration
  /// How many streams may be open.
  public var streams: Int
  /// How many streams one client may have open: the bearer of one token, otherwise one address.
  public var streamsPerClient: Int = 128

  // MARK: Requests and answers

  /// How many bytes a request may have.
  public var requestBytes: Int
  /// How many bytes the result of one statement or batch may have, except on a cursor.
  public var responseBytes: Int
  /// How many rows one statement may give, except on a cursor.
  public var rows: Int
  /// How many statements a PerSQL batch may have.
  public var batchStatements: Int
  /// How many parameters a PerSQL statement may have.
  public var parameters: Int
  /// How many columns the result of a PerSQL statement may have.
  public var columns: Int

  // MARK: Connections

  /// How many connections may be open. A further one takes the place of the one that has waited longest for a request;
  /// it is refused where all of them are at work. A WebSocket with a stream is at work. Where the process may open fewer files, there are fewer connections.
  public var connections: Int = 2_000
  /// How long a request may take to arrive, from the opening of its connection or from its first byte, and the greeting
  /// of a WebSocket.
  public var requestTime: Duration = .seconds(30)
  /// How long a connection stays open between two requests.
  public var connectionIdleTime: Duration = .seconds(130)
  /// How long a client may take nothing of its answer.
  public var sendingTime: Duration = .seconds(30)
  /// How long calls in flight may go on when the server stops. What is not done by then is cut off.
  public var stopTime: Duration = .seconds(5)

  // MARK: Repeated calls

  /// How many idempotency keys are remembered.
  public var idempotencyKeys: Int = 1_000_000
  /// How many bytes of answers are kept for repeated calls. A key whose answer was dropped is still never run again.
  public var idempotencyBytes: Int = 64 << 20
  /// How long an idempotency key is remembered while there is room.
  public var idempotencyTime: Duration = .seconds(24 * 3600)
  /// How long an idempotency key is remembered in any case: while all keys are younger, further ones are refused.
  public var idempotencyLeastTime: Duration = .seconds(3600)

  /// Creates limits; the defaults are those of the servers that this one stands for, where they have any.
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
