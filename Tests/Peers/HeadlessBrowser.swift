internal import Foundation
internal import QuarryRemote
internal import TestSupport

/// A real browser without a window, steered as its users do: it types, presses and follows.
///
/// Source: <https://www.w3.org/TR/webdriver2/>.
public final class HeadlessBrowser: Sendable {
  private let process: Process
  private let folder: TemporaryFolder
  private let session: String
  private let transport = CurlTransport()

  private static let browser = programs("chromium").first
  private static let driver = programs("chromedriver").first

  /// Whether the tests that need it can run.
  public static var isPossible: Bool { browser != nil && driver != nil }
  /// Why they do not.
  public static let absence = "chromium and chromium-driver are not installed: no browser opens pages"

  /// What the browser's driver says instead of doing what it was told.
  public struct Failure: Error, CustomStringConvertible {
    /// Its words.
    public let description: String
  }

  /// Starts a browser with a fresh profile.
  public init() async throws {
    guard let driver = HeadlessBrowser.driver, let browser = HeadlessBrowser.browser else {
      throw Failure(description: HeadlessBrowser.absence)
    }
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: driver)
    process.arguments = ["--port=0"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let handle = output.fileHandleForReading
    let port = try await onThread { () -> Int? in
      var text = ""
      while true {
        let piece = handle.availableData
        if piece.isEmpty { return nil }
        text += String(decoding: piece, as: UTF8.self)
        guard let found = text.firstRange(of: "successfully on port ") else { continue }
        let digits = text[found.upperBound...].prefix { $0.isNumber }
        if digits.endIndex != text.endIndex { return Int(digits) }
      }
    }
    guard let port else {
      if process.isRunning { kill(process.processIdentifier, SIGTERM) }
      throw Failure(description: "the driver of the browser does not start")
    }
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--disable-background-networking", "--user-data-dir=\(folder.file("profile"))",
    ]
    let options: [String: Any] = ["binary": browser, "args": arguments]
    let wanted: [String: Any] = ["capabilities": ["alwaysMatch": ["goog:chromeOptions": options]]]
    do {
      let answer = try await HeadlessBrowser.call(
        transport, "http://127.0.0.1:\(port)/session", try JSONSerialization.data(withJSONObject: wanted))
      guard let id = (answer.value as? [String: Any])?["sessionId"] as? String else {
        throw Failure(description: "the browser does not start")
      }
      session = "http://127.0.0.1:\(port)/session/\(id)"
      // Pressing something doesn't wait for all that follows: what is asked for may come a moment later.
      _ = try await HeadlessBrowser.call(
        transport, session + "/timeouts", try JSONSerialization.data(withJSONObject: ["implicit": 60_000]))
    } catch {
      kill(process.processIdentifier, SIGTERM)
      throw error
    }
    self.process = process
    self.folder = folder
  }

  /// Closes the browser.
  public func close() async {
    _ = try? await transport.send(HTTPRequest(method: "DELETE", url: session, timeout: .seconds(20)))
    if process.isRunning { kill(process.processIdentifier, SIGTERM) }
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGTERM) } }

  // MARK: Pages

  /// Goes to an address, and waits until its page is there.
  public func open(_ address: String) async throws { _ = try await post("/url", ["url": address]) }

  /// The title of the page.
  public var title: String { get async throws { try await text("/title") } }

  /// A picture of the page, in PNG.
  public var screenshot: [UInt8] {
    get async throws { Data(base64Encoded: try await text("/screenshot")).map { Array($0) } ?? [] }
  }

  /// The result of a script in the page, as text.
  public func evaluate(_ script: String) async throws -> String {
    let answer = try await post("/execute/sync", ["script": "return String(\(script))", "args": [String]()])
    return answer.value as? String ?? ""
  }

  /// The text of an element, as a user sees it.
  public func text(of selector: String) async throws -> String {
    try await text("/element/\(try await element(selector))/text")
  }

  /// The name by which screen readers call an element.
  public func label(of selector: String) async throws -> String {
    try await text("/element/\(try await element(selector))/computedlabel")
  }

  /// Types into an element.
  public func type(_ text: String, into selector: String) async throws {
    _ = try await post("/element/\(try await element(selector))/value", ["text": text])
  }

  /// Presses an element, and waits for the page that follows.
  public func press(_ selector: String) async throws {
    _ = try await post("/element/\(try await element(selector))/click", [String: String]())
  }

  // MARK: Calls

  private func element(_ selector: String) async throws -> String {
    let answer = try await post("/element", ["using": "css selector", "value": selector])
    guard let id = (answer.value as? [String: String])?.values.first else {
      throw Failure(description: "there is no \(selector) on the page")
    }
    return id
  }

  private func text(_ path: String) async throws -> String {
    try await HeadlessBrowser.call(transport, session + path, nil).value as? String ?? ""
  }

  private func post(_ path: String, _ body: Any) async throws -> Answer {
    try await HeadlessBrowser.call(transport, session + path, try JSONSerialization.data(withJSONObject: body))
  }

  private struct Answer { let value: Any? }

  private static func call(_ transport: CurlTransport, _ url: String, _ body: Data?) async throws -> Answer {
    let answer = try await transport.send(
      HTTPRequest(
        method: body == nil ? "GET" : "POST", url: url,
        headers: body == nil ? [] : [("Content-Type", "application/json; charset=utf-8")], body: body.map { Array($0) },
        timeout: .seconds(300)))
    let json = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    guard answer.status == 200 else {
      let problem = json?["value"] as? [String: Any]
      throw Failure(description: "the browser's driver: \(problem?["message"] as? String ?? "HTTP \(answer.status)")")
    }
    return Answer(value: json?["value"])
  }
}
