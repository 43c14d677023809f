import Foundation
import LineDriver
import LineServer
import Quarry
import TestSupport

/// The files of tests behind a server, for tests of what suspends: one server for all tests of the process.
enum ServedFiles {
  private static let server = Result {
    // A test may have to wait long between two statements, for its turn among the others.
    try LineServer(
      folder: FileManager.default.temporaryDirectory.path(percentEncoded: false), transactionLimit: .seconds(300))
  }

  /// A driver for a file in a test's own folder.
  static func driver(of folder: TemporaryFolder, _ name: String = "test.db") throws -> LineDriver {
    LineDriver(database: URL(filePath: folder.path).lastPathComponent + "/" + name, port: try server.get().port)
  }
}
