#if Command
import Foundation
import Quarry
import TestSupport

@testable import QuarryCommandKit

/// What one run of the command wrote, and how it ended.
struct CommandRun: Sendable {
  var code: Int32
  var output: String
  var error: String

  init(code: Int32, output: String, error: String) {
    self.code = code
    self.output = output
    self.error = error
  }

  /// Runs the command in this process, with a console of its own.
  ///
  /// - Parameters:
  ///   - arguments: what stands behind `quarry`.
  ///   - input: standard input; nil for a terminal.
  ///   - width: the columns of the terminal; nil for a pipe.
  init(_ arguments: String..., input: String? = nil, width: Int? = nil, usesColour: Bool = false) async {
    await self.init(arguments: arguments, input: input, width: width, usesColour: usesColour)
  }

  init(arguments: [String], input: String? = nil, width: Int? = nil, usesColour: Bool = false) async {
    await self.init(
      arguments: arguments, parts: input.map { [Array($0.utf8)] }, width: width, usesColour: usesColour)
  }

  /// Runs the command with standard input that comes in parts.
  ///
  /// - Parameter onPart: gets what was written so far, each time the command asks for another part.
  /// - Parameter onError: gets what is written to standard error, as it's written.
  init(
    arguments: [String], parts: [[UInt8]]?, width: Int? = nil, usesColour: Bool = false,
    onPart: @escaping @Sendable (String) -> Void = { _ in },
    onError: @escaping @Sendable (String) -> Void = { _ in }
  ) async {
    let captured = Captured()
    let rest = Protected((parts ?? [])[...])
    let console = Console(
      output: { text in captured.text.withLock { $0.output += text } },
      error: { text in
        captured.text.withLock { $0.error += text }
        onError(text)
      },
      input: {
        onPart(captured.text.withLock { $0.output })
        return rest.withLock { $0.popFirst() ?? [] }
      },
      isInputTerminal: parts == nil, isOutputTerminal: width != nil, isErrorTerminal: width != nil, width: width,
      usesColour: usesColour)
    code = await Console.$current.withValue(console) { await QuarryCommand.run(arguments: arguments) }
    (output, error) = captured.text.withLock { $0 }
  }

  private final class Captured: Sendable {
    let text = Protected<(output: String, error: String)>(("", ""))
  }

  /// The output as JSON.
  func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(output.utf8)) }

  /// The output as a JSON object.
  func object() throws -> [String: Any] {
    guard let object = try json() as? [String: Any] else { throw NotThere(what: "an object") }
    return object
  }
}

struct NotThere: Error { var what: String }

/// A folder with a key, and the URLs of databases in it.
final class ScratchFolder: Sendable {
  private let files: TestSupport.TemporaryFolder
  let path: String

  init() throws {
    files = try TestSupport.TemporaryFolder()
    path = String(files.path.dropLast())
    try write("secret of the tests", to: "key.txt")
  }

  /// The URL of a plain file.
  func plain(_ name: String) -> String { "sqlite:\(path)/\(name)" }

  /// The URL of an encrypted file.
  func encrypted(_ name: String) -> String { "sqlcipher:\(path)/\(name)?key-file=\(path)/key.txt" }

  /// Whether a file exists.
  func has(_ name: String) -> Bool { files.has(name) }

  /// Writes a file.
  func write(_ text: String, to name: String) throws { try files.write(text.utf8, to: name) }

  /// The bytes of a file.
  func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: files.file(name)) }
}
#endif
