#if Command
internal import ArgumentParser
internal import QuarryServer

/// The options of `quarry serve` for the limits of clients.
struct ServeLimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The longest text, blob or stored row, in KiB.", valueName: "kib"))
  var maxValue = 16 << 10

  @Option(help: ArgumentHelp("The largest response, except of a cursor, in KiB.", valueName: "kib"))
  var maxResponse = 10 << 10

  @Option(help: ArgumentHelp("The largest request, in KiB.", valueName: "kib"))
  var maxRequest = 16 << 10

  @Option(
    help: ArgumentHelp(
      "The maximum memory of the database engine, in MiB; 0 for no limit.",
      discussion: "Databases in memory count.", valueName: "mib"))
  var engineMemory = 1024

  @Option(help: ArgumentHelp("The maximum number of open connections.", valueName: "count"))
  var maxConnections = 2_000

  @Option(help: ArgumentHelp("The maximum number of open streams.", valueName: "count"))
  var maxStreams = 256

  @Option(help: ArgumentHelp("The maximum number of open streams of one client.", valueName: "count"))
  var maxStreamsPerClient = 128

  @Option(
    help: ArgumentHelp("The longest time for one statement, without waits for its client.", valueName: "seconds"))
  var statementTime = 30

  @Option(help: ArgumentHelp("The longest time for a request to arrive.", valueName: "seconds"))
  var requestTime = 30

  @Option(help: ArgumentHelp("The longest time for running calls when the server ends.", valueName: "seconds"))
  var stopTime = 5

  @Option(help: ArgumentHelp("The maximum memory for responses with an idempotency key, in MiB.", valueName: "mib"))
  var idempotencyMemory = 64

  func validate() throws {
    let numbers = [
      ("max-value", maxValue), ("max-response", maxResponse), ("max-request", maxRequest),
      ("max-connections", maxConnections), ("max-streams", maxStreams),
      ("max-streams-per-client", maxStreamsPerClient), ("statement-time", statementTime),
      ("request-time", requestTime),
    ]
    for (name, number) in numbers where !(1...1_000_000_000).contains(number) {
      throw ValidationError("--\(name) takes a number from 1 on.")
    }
    for (name, number) in [
      ("engine-memory", engineMemory), ("stop-time", stopTime), ("idempotency-memory", idempotencyMemory),
    ] where !(0...1_000_000_000).contains(number) {
      throw ValidationError("--\(name) takes a number from 0 on.")
    }
  }

  /// The limits.
  var limits: ServerLimits {
    var limits = ServerLimits(
      statementTime: .seconds(statementTime), streams: maxStreams, requestBytes: maxRequest << 10,
      responseBytes: maxResponse << 10)
    limits.valueBytes = maxValue << 10
    limits.rowBytes = maxValue << 10
    limits.engineBytes = engineMemory > 0 ? engineMemory << 20 : nil
    limits.connections = maxConnections
    limits.streamsPerClient = maxStreamsPerClient
    limits.requestTime = .seconds(requestTime)
    limits.stopTime = .seconds(stopTime)
    limits.idempotencyBytes = idempotencyMemory << 20
    return limits
  }
}
#endif
