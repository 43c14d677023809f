internal import Foundation
public import Quarry

/// The version of the protocol, which both sides say when a connection begins.
public let lineProtocolVersion = 1

/// What a client sends: one line of JSON. It waits for the answer before it sends the next request; only an interruption
/// and a cursor to forget, which have no answers, may come in between.
public struct LineRequest: Codable, Sendable {
  /// The number of the request, which its answer repeats.
  public var number: Int
  /// What is to be done.
  public var work: Work

  public enum Work: Codable, Sendable {
    /// The first request of a connection.
    case begin(version: Int, database: String, readsOnly: Bool, busyMilliseconds: Int)
    /// Run one statement, and answer with at most so many of its rows.
    case run(sql: String, values: [LineValue], rows: Int)
    /// Answer with the next rows.
    case fetch(cursor: Int, rows: Int)
    /// Prepare a statement, tell what it is, and don't run it.
    case check(sql: String)
    /// Tell which of some statements can be prepared, in one answer.
    case verify(sql: [String])
    /// End the request of this number, if it is running. There is no answer.
    case interrupt(number: Int)
    /// Free a cursor whose rows nobody wants any more. There is no answer.
    case forget(cursor: Int)
  }

  public init(number: Int, _ work: Work) {
    self.number = number
    self.work = work
  }
}

/// What a server answers: one line of JSON.
public struct LineAnswer: Codable, Sendable {
  /// The number of the request.
  public var number: Int
  /// Whether a transaction is open now. The engine alone knows: an error may have ended it.
  public var inTransaction = false
  /// The version of the protocol and the limits of the engine; behind `begin`.
  public var server: LineServerFacts?
  /// The columns, behind `run` and `check`.
  public var columns: [LineColumn]?
  /// The names of the parameters, and whether the statement makes no change; behind `check`.
  public var parameterNames: [String?]?
  public var isReadOnly: Bool?
  /// Which statements can be prepared, in their order; behind `verify`.
  public var isValid: [Bool]?
  /// The cells of the rows, one row after the other.
  public var cells: [LineValue] = []
  /// Where the next rows are to be had; `nil` when there are no more.
  public var cursor: Int?
  /// What the statement did, when it has ended.
  public var affectedRows: Int64?
  public var lastInsertedRowID: Int64?
  /// Why it failed, behind the rows that came before.
  public var failure: LineFailure?

  public init(number: Int) { self.number = number }
}

public struct LineServerFacts: Codable, Sendable {
  public var version: Int
  public var parameters: Int
  public var sqlBytes: Int
  public var compoundSelectTerms: Int
  public var expressionDepth: Int
  public var columns: Int

  public init(_ limits: EngineLimits) {
    version = lineProtocolVersion
    parameters = limits.parameters
    sqlBytes = limits.sqlBytes
    compoundSelectTerms = limits.compoundSelectTerms
    expressionDepth = limits.expressionDepth
    columns = limits.columns
  }
}

public struct LineColumn: Codable, Sendable {
  public var name: String
  public var type: String?

  public init(name: String, type: String?) {
    self.name = name
    self.type = type
  }
}

/// An error, with all that the engine told of it.
public struct LineFailure: Codable, Sendable {
  public var code: String
  public var engineCode: Int32?
  public var message: String
  public var offset: Int?
  /// Whether something of the failed statement stayed; `nil` if that is not known.
  public var isApplied: Bool?

  public init(_ error: DatabaseError) {
    code = error.code.rawValue
    engineCode = error.engineCode?.rawValue
    message = error.message
    offset = error.offset
    isApplied = error.outcome == .unknown ? nil : error.outcome == .applied
  }

  public var error: DatabaseError {
    DatabaseError(
      DatabaseError.Code(rawValue: code), message,
      engineCode: engineCode.map { DatabaseError.EngineCode(rawValue: $0) },
      offset: offset, outcome: isApplied.map { $0 ? .applied : .notApplied } ?? .unknown)
  }
}

/// The longest line that either side takes, in bytes. Whoever has more to say refuses to say it.
public let maximumLineBytes = 48 << 20

/// Writes a message as one line: JSON, which has no line break inside, and a line break.
public func line(of message: some Encodable) throws -> [UInt8] { Array(try JSONEncoder().encode(message)) + [10] }

/// Reads a message from a line. Bytes that are no UTF-8 are refused, not repaired.
public func message<Message: Decodable>(_ type: Message.Type, from line: [UInt8]) throws -> Message {
  guard String(validating: line, as: UTF8.self) != nil else { throw CocoaError(.coderReadCorrupt) }
  return try JSONDecoder().decode(type, from: Data(line))
}
