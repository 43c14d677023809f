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
  ///   - path: The path of the file.
  ///   - source: A file in the folder that a relative path begins at.
  /// - Throws: ``HarnessError`` if the file can't be read or isn't valid.
  public init(contentsOfFile path: String, beside source: String? = nil) throws {
    var url = URL(fileURLWithPath: path)
    if let source, !path.hasPrefix("/") {
      url = URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent(path)
    }
    guard let data = FileManager.default.contents(atPath: url.path) else {
      throw HarnessError("the manifest \"\(url.path)\" can't be read")
    }
    do { self = try JSONDecoder().decode(Self.self, from: data) } catch {
      throw HarnessError("the manifest \"\(url.path)\" isn't valid: \(error)")
    }
  }

  /// Checks that the manifest has no defect in the current month.
  ///
  /// - Throws: ``HarnessError`` with the first defect.
  public func check() throws {
    let now = Calendar(identifier: .gregorian).dateComponents([.year, .month], from: Date())
    let month = String(now.month ?? 1)
    let defects = defects(in: "\(now.year ?? 0)-\(month.count == 1 ? "0" : "")\(month)")
    if let defect = defects.first { throw HarnessError("the manifest can't be used: \(defect)") }
  }
}
