internal import Quarry

/// Runs the same program on every driver and compares the answers.
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
  ///   - load: loads the data.
  ///   - program: makes the number of rows and the steps, when the data is there.
  func run(
    load: TourStep, then program: ([Participant]) async throws -> (rows: Int, steps: [TourStep])
  ) async throws -> TourReport {
    let clock = ContinuousClock()
    let started = clock.now
    var report = TourReport(
      participants: participants.map {
        TourReport.Participant(name: $0.target.name, scheme: $0.database.driverName, engine: $0.database.engine)
      }, rows: 0)
    report.lines = [TourReport.Line(title: load.title, results: [])]
    for participant in participants {
      report.lines[0].results.append(try await run(load, on: participant.database))
    }
    if report.lines[0].results.allSatisfy({ $0.digest != nil }) {
      let (rows, steps) = try await program(participants)
      report.rows = rows
      report.lines += steps.map { TourReport.Line(title: $0.title, results: []) }
      for participant in participants {
        for (index, step) in steps.enumerated() {
          try Task.checkCancellation()
          report.lines[index + 1].results.append(try await run(step, on: participant.database))
        }
      }
    }
    report.elapsed = clock.now - started
    return report
  }

  private func run(_ step: TourStep, on database: Database) async throws -> TourReport.Result {
    let context = SQLGenerationContext(capabilities: database.capabilities, policy: policy)
    let form = step.form(context)
    let started = ContinuousClock.now
    do {
      let digest = try await step.run(database)
      return TourReport.Result(form: form, digest: digest, elapsed: ContinuousClock.now - started)
    } catch let error as DatabaseError where error.code == .unsupportedFeature {
      // What rendering promised to refuse was refused; anything else is a failure.
      if case .refused = form { return TourReport.Result(form: form) }
      return TourReport.Result(form: form, failure: ErrorReport.line(error))
    } catch  where !Task.isCancelled && !(error is CancellationError) {
      return TourReport.Result(form: form, failure: ErrorReport.line(error))
    }
  }
}
