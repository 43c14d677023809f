internal import Foundation

extension DeviationManifest {
  /// Reads the manifest of a driver.
  ///
  /// ```swift
  /// struct MyDeviations {
  ///   let deviations: DeviationManifest
  ///   init() throws { deviations = try DeviationManifest(contentsOfFile: "conformance.json", beside: #filePath) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - source: a file in whose folder a path that does not begin at the root is looked up.
  /// - Throws: ``HarnessError`` when the file cannot be read, or is not as it should be.
  public init(contentsOfFile path: String, beside source: String? = nil) throws {
    var url = URL(fileURLWithPath: path)
    if let source, !path.hasPrefix("/") {
      url = URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(path)
    }
    guard let data = FileManager.default.contents(atPath: url.path) else {
      throw HarnessError("the manifest \(url.path) cannot be read")
    }
    do { self = try JSONDecoder().decode(Self.self, from: data) } catch {
      throw HarnessError("the manifest \(url.path) is not as it should be: \(error)")
    }
  }

  /// Makes sure that the manifest has no defect in the current month.
  ///
  /// - Throws: ``HarnessError`` with the first one.
  public func check() throws {
    let now = Calendar(identifier: .gregorian).dateComponents([.year, .month], from: Date())
    let month = String(now.month ?? 1)
    let defects = defects(in: "\(now.year ?? 0)-\(month.count == 1 ? "0" : "")\(month)")
    if let defect = defects.first { throw HarnessError("the manifest cannot be used: \(defect)") }
  }
}
