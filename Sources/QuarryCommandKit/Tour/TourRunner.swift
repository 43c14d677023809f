#if Command
internal import Quarry
internal import QuarryCopy

/// Runs the same program on every driver and compares the results.
struct TourRunner: Sendable {
  /// An open database of the tour.
  struct Participant: Sendable {
    var target: DatabaseTarget
    var database: Database
  }

  let participants: [Participant]
  let policy: FeaturePolicy

  /// Loads the data on every driver, and then runs the same steps on one driver after the other.
  ///
  /// - Parameters:
  ///   - load: Loads the data.
  ///   - program: Makes the number of rows and the steps, after the data was loaded.
  func run(
    load: TourStep, then program: ([Participant]) async throws -> (rows: Int, steps: [TourStep])
  ) async throws -> TourReport {
    let clock = ContinuousClock()
    let started = clock.now
    var report = TourReport(
      participants: participants.map {
        TourReport.Participant(
          name: $0.target.name, scheme: $0.database.driverName, engine: $0.database.engine,
          tellsNumbersApart: $0.database.capabilities.tellsNumbersApart)
      }, rows: 0)
    report.lines = [TourReport.Line(title: load.title, results: [])]
    for participant in participants {
      report.lines[0].results.append(try await run(load, on: participant.database))
    }
    let loaded = zip(participants, report.lines[0].results).filter { $0.1.digest != nil }.map(\.0)
    if !loaded.isEmpty, !report.lines[0].results.contains(where: { $0.failure != nil }) {
      let (rows, steps) = try await program(loaded)
      report.rows = rows
      report.lines += steps.map { TourReport.Line(title: $0.title, results: []) }
      for (participant, load) in zip(participants, report.lines[0].results) {
        for (index, step) in steps.enumerated() {
          try Task.checkCancellation()
          let result =
            load.digest == nil
            ? TourReport.Result(form: .refused("its data was refused")) : try await run(step, on: participant.database)
          report.lines[index + 1].results.append(result)
        }
      }
    }
    report.elapsed = clock.now - started
    return report
  }

  private func run(_ step: TourStep, on database: Database) async throws -> TourReport.Result {
    let context = SQLGenerationContext(capabilities: database.capabilities, policy: policy)
    let form = step.form(context)
    let isExact = database.capabilities.tellsNumbersApart
    let started = ContinuousClock.now
    do {
      let digest = try await step.run(database)
      return TourReport.Result(
        form: form, digest: digest, elapsed: ContinuousClock.now - started, isExact: isExact)
    } catch let error as DatabaseError where error.code == .unsupportedFeature {
      // What rendering promised to refuse was refused. What a driver cannot carry shows itself with the values; anything
      // else is a failure.
      if case .refused = form { return TourReport.Result(form: form) }
      if !database.capabilities.carriesEveryValue { return TourReport.Result(form: .refused(error.message)) }
      return TourReport.Result(form: form, failure: ErrorReport.line(error))
    } catch  where !Task.isCancelled && !(error is CancellationError) {
      return TourReport.Result(form: form, failure: ErrorReport.line(error))
    }
  }
}
#endif
