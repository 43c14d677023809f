#if Command
internal import Foundation
internal import Quarry
internal import QuarryConformance

/// The arguments of `quarry conformance`, checked.
struct ConformanceOptions: Sendable {
  var drivers: [any DriverUnderTest]
  var selection: CaseSelection
  var seed: UInt64
  var jobs: Int
  var isShuffled: Bool
  var format: ConformanceReport.Format
  var manifest: String?
  var isInProcess: Bool
  var timeLimit: Duration?
  var endurance: Duration

  /// Whether every case is selected.
  var isWhole: Bool { selection == CaseSelection() }

  /// Checks arguments.
  ///
  /// - Throws: ``ConformanceUsageError`` that says what is wrong and what is allowed.
  init(_ command: ConformanceCommand) throws {
    seed = command.seed ?? 1
    guard command.jobs ?? 1 >= 1, command.jobs ?? 1 <= 256 else {
      throw ConformanceUsageError(.usage, "--jobs is a number from 1 to 256")
    }
    jobs = command.jobs ?? max(ProcessInfo.processInfo.activeProcessorCount, 1)
    isShuffled = command.shuffle
    isInProcess = command.inProcess
    manifest = command.manifest
    guard command.timeLimit ?? 1 >= 1 else { throw ConformanceUsageError(.usage, "--time-limit is at least 1 second") }
    timeLimit = command.timeLimit.map { .seconds($0) }
    guard command.endurance ?? 1 >= 1 else { throw ConformanceUsageError(.usage, "--endurance is at least 1 second") }
    endurance = .seconds(command.endurance ?? 60)
    guard let format = ConformanceReport.Format(rawValue: command.format) else {
      let names = ConformanceReport.Format.allCases.map(\.rawValue).joined(separator: ", ")
      let hint = SimilarName.hint(for: command.format, among: ConformanceReport.Format.allCases.map(\.rawValue))
      throw ConformanceUsageError(.usage, "there is no format \(command.format); there are \(names)\(hint)")
    }
    self.format = format
    selection = try Self.selection(command)
    do {
      let deviations = try command.manifest.map(ManifestFile.read) ?? DeviationManifest()
      drivers = try command.urls.map { try DriverUnderTestURL.driver($0, deviations: deviations) }
    } catch {
      throw ConformanceUsageError(.usage, ErrorReport.line(error))
    }
    if drivers.isEmpty && !command.list {
      throw ConformanceUsageError(.usage, "name a driver, such as sqlite: or memory:")
    }
  }

  private static func selection(_ command: ConformanceCommand) throws -> CaseSelection {
    let areas = try command.area.map { name in
      guard let area = ConformanceArea(rawValue: name.uppercased()) else {
        let names = ConformanceArea.allCases.map(\.rawValue).joined(separator: ", ")
        let hint = SimilarName.hint(for: name, among: ConformanceArea.allCases.map(\.rawValue))
        throw ConformanceUsageError(.usage, "there is no area \(name); there are \(names)\(hint)")
      }
      return area
    }
    let catalog = ConformanceCatalog.current
    let ids = try command.ids.map { id in
      let id = id.uppercased()
      if catalog[id] != nil { return id }
      if let retired = catalog.retired.first(where: { $0.id == id }) {
        throw ConformanceUsageError(.usage, "\(id) is retired: \(retired.reason)")
      }
      if catalog.upcoming.contains(where: { $0.id == id }) {
        throw ConformanceUsageError(.usage, "\(id) comes with a later version")
      }
      throw ConformanceUsageError(.usage, "there is no case \(id); quarry conformance --list shows all")
    }
    let profile = try command.profile.map { name in
      guard let profile = ConformanceProfile(rawValue: name) else {
        let names = ConformanceProfile.allCases.map(\.rawValue).joined(separator: ", ")
        let hint = SimilarName.hint(for: name, among: ConformanceProfile.allCases.map(\.rawValue))
        throw ConformanceUsageError(.usage, "there is no profile \(name); there are \(names)\(hint)")
      }
      return profile
    }
    return CaseSelection(areas: Set(areas), ids: Set(ids), profile: profile)
  }
}

/// `quarry conformance --list`.
struct ConformanceListing {
  private let selection: CaseSelection

  init(_ selection: CaseSelection) { self.selection = selection }

  /// Writes every selected case, with its mark and its rule.
  func write(to console: Console) {
    let catalog = ConformanceCatalog.current
    for item in catalog.cases where selection.contains(item) {
      console.print("\(item.id)  [\(item.mark)] \(item.title)")
      console.print("    \(item.description)  (\(item.reference), since \(item.since))")
    }
    let areas = selection.areas
    guard selection.ids.isEmpty, selection.profile == nil else { return }
    for item in catalog.retired where areas.isEmpty || areas.contains(where: { item.id.hasPrefix($0.rawValue + "-") }) {
      console.print("\(item.id)  [retired] \(item.title): \(item.reason)")
    }
    for item in catalog.upcoming where areas.isEmpty || areas.contains(where: { item.id.hasPrefix($0.rawValue + "-") })
    {
      console.print("\(item.id)  [upcoming] \(item.title)")
    }
  }
}
#endif
