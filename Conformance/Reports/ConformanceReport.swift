#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The reports of all drivers of one run, in every format.
public struct ConformanceReport: Sendable, Hashable, Codable {
  /// One report for each driver, in the order of the command line.
  public var drivers: [DriverReport]

  /// Creates a report of a run.
  public init(drivers: [DriverReport]) { self.drivers = drivers }

  /// The formats of a report.
  public enum Format: String, Sendable, CaseIterable {
    case text, jsonl, json, junit, tap, markdown, matrix, applicability
  }

  /// Returns the report in a format. JSON is the source; the other formats have the same totals.
  ///
  /// - Throws: The error of the JSON encoder.
  public func text(_ format: Format) throws -> String {
    switch format {
    case .text: TextReport(self).text
    case .jsonl:
      try drivers.flatMap { driver in try driver.cases.map { try Self.line($0, driver.driver.name) } }.joined()
    case .json: try Self.encode(self, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]) + "\n"
    case .junit: JUnitReport(self).text
    case .tap: TAPReport(self).text
    case .markdown: MarkdownReport(self).text
    case .matrix: MatrixReport(self).text
    case .applicability: ApplicabilityReport(self).text
    }
  }

  /// Returns one result as a line of JSON Lines.
  ///
  /// - Throws: The error of the JSON encoder.
  public static func line(_ result: CaseResult, _ driver: String) throws -> String {
    struct Event: Encodable {
      var driver: String
      var result: CaseResult
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(driver, forKey: .driver)
        try result.encode(to: encoder)
      }
      enum Key: CodingKey { case driver }
    }
    return try encode(Event(driver: driver, result: result), [.sortedKeys, .withoutEscapingSlashes]) + "\n"
  }

  private static func encode(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The sums over all drivers.
  public var totals: DriverReport.Totals { DriverReport.Totals(of: drivers.lazy.flatMap(\.cases)) }

  /// The last line of every run.
  public var summaryLine: String {
    let totals = totals
    return "\(totals.passed) passed, \(totals.failed) failed, \(totals.skipped) skipped"
  }

  /// Returns how the run ended.
  ///
  /// - Parameter isWhole: Whether every case was selected, so that the minimum of each area applies.
  public func verdict(isWhole: Bool) -> ConformanceVerdict {
    let results = drivers.flatMap(\.cases)
    let ranSomething = drivers.allSatisfy { driver in driver.cases.contains { $0.status != .notApplicable } }
    let isThin = isWhole && drivers.contains { !$0.areasBelowMinimum.isEmpty || $0.isBelowMinimum }
    if results.isEmpty || !ranSomething || isThin || results.contains(where: { $0.status == .empty }) {
      return .vacuous
    }
    if results.contains(where: { [.crash, .timeout, .notRun].contains($0.status) }) { return .incomplete }
    let coreDeviates = results.contains { $0.status == .deviated && $0.mark == CaseMark.core.description }
    return coreDeviates || results.contains(where: { $0.status.isFailure }) ? .failed : .passed
  }
}

/// The end of a run, as an exit code.
public enum ConformanceVerdict: Int32, Sendable, Hashable {
  /// Every required case passed and the manifest is exact.
  case passed = 0
  /// A required case failed, deviated in core, was over-claimed, or passed although the manifest lists it.
  case failed = 1
  /// The arguments are invalid, or the manifest can't be read.
  case usage = 64
  /// The driver couldn't be opened.
  case unavailable = 3
  /// A case crashed or timed out.
  case incomplete = 4
  /// Nothing ran, or an area executed fewer assertions than its minimum.
  case vacuous = 5
}

extension DriverReport {
  /// The smallest number of passed cases in a complete run, on any driver: two thirds of the cases for every driver.
  public static let minimumPasses =
    ConformanceCatalog.current.cases.count { conformanceCase in
      if case .driver = conformanceCase.mark { false } else { true }
    } * 2 / 3

  /// Whether so few cases passed that the run proves less than it seems to, regardless of the reasons.
  public var isBelowMinimum: Bool { totals.passed < Self.minimumPasses }

  /// The areas that executed fewer assertions than recorded for them, by the share of their cases whose present half
  /// ran: a driver that declares less runs less.
  public var areasBelowMinimum: [ConformanceArea] {
    areas.filter { area in
      let results = cases(in: area).filter { $0.status != .notApplicable }
      let present = results.filter { $0.half == CaseHalf.present.name }.count
      let least = area.minimumAssertions * present / max(cases(in: area).count, 1)
      return !results.isEmpty && results.reduce(0) { $0 + $1.assertions } < least
    }
  }
}
