import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Every callback times every call: nothing ends the process, and each call is refused by type or put off.
@Suite("Calls from inside of callbacks")
struct ReentrancyTests {
  @Test("Every call is refused or put off", arguments: ReentrantCallback.allCases)
  func everyCall(_ callback: ReentrantCallback) async throws {
    let folder = try TemporaryFolder()
    let log = folder.file("last")
    await #expect(processExitsWith: .success) {
      [callback = callback as ReentrantCallback, log = log as String] in
      await recordingErrors {
        for library in Installed.all {
          for call in ReentrantCall.all {
            try Data("\(library.version) \(callback) x \(call.name)".utf8).write(to: URL(filePath: log))
            try Self.cross(callback, call, library)
          }
        }
        try Data("all".utf8).write(to: URL(filePath: log))
      }
    }
    let last = String(decoding: folder.bytes(of: "last"), as: UTF8.self)
    #expect(last == "all", "the process ended in: \(last)")
  }

  private static func cross(_ callback: ReentrantCallback, _ call: ReentrantCall, _ library: SQLiteLibrary) throws {
    let what: Comment = "\(library.version): \(call.name) inside \(callback.rawValue)"
    let place = try ReentrantPlace(library)
    do {
      try callback.install(on: place)
    } catch let error as DatabaseError where error.code == .unsupportedFeature {
      return
    }
    place.onCall(call.body)
    let outer = Result { try callback.trigger(place) }
    let result = try #require(place.result, "\(what) was never called back")
    let error: DatabaseError?
    switch result {
    case .success: error = nil
    case .failure(let found): error = try #require(found as? DatabaseError, what)
    }
    if callback.isInsideEngine {
      switch call.rule {
      case .refused: #expect(error?.code == .reentrantAccess, what)
      case .allowed, .deferred: #expect(error == nil, what)
      }
    }
    if case .failure(let found) = outer { #expect(found is DatabaseError, what) }
    #expect(place.connection.isClosed == call.closes, what)
    if call.closes {
      #expect(try databaseError { try place.connection.execute("SELECT 1") }.code == .connectionClosed, what)
      return
    }
    // The connection goes on as if nothing had been.
    for statement in [place.half, place.idle] { statement.finalize() }
    place.blob.close()
    if place.connection.transactionStatus == .active { _ = try? place.connection.execute("ROLLBACK") }
    try? place.connection.setReadsOnly(false)
    try? place.connection.setAuthorizer(nil)
    try? place.connection.setProgressHandler(nil)
    #expect(try place.connection.value("PRAGMA integrity_check") == "ok", what)
    try place.connection.execute("CREATE TABLE after_all (a); INSERT INTO after_all VALUES (1)")
    place.connection.closeSynchronously()
    place.other.closeSynchronously()
  }
}
