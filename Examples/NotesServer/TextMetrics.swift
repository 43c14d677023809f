#if Macros && Server && Telemetry
import CoreMetrics
import Synchronization

/// Metrics as text, for `GET /metrics`: the number and the sum of what was recorded. In production use a backend such as
/// swift-prometheus or swift-otel in its place.
final class TextMetrics: MetricsFactory {
  private let values = Mutex<[String: (count: Int64, sum: Double)]>([:])

  /// A line for each metric, sorted.
  var text: String {
    values.withLock { $0 }.sorted { $0.key < $1.key }
      .map { "\($0.key) count=\($0.value.count) sum=\($0.value.sum)" }.joined(separator: "\n") + "\n"
  }

  fileprivate func record(_ key: String, _ value: Double) {
    values.withLock {
      let old = $0[key] ?? (0, 0)
      $0[key] = (old.count + 1, old.sum + value)
    }
  }

  private func handler(_ label: String, _ dimensions: [(String, String)]) -> Handler {
    Handler(self, label + "{" + dimensions.map { "\($0)=\($1)" }.joined(separator: ",") + "}")
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { handler(label, dimensions) }
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    handler(label, dimensions)
  }
  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { handler(label, dimensions) }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { handler(label, dimensions) }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}

  /// One metric with one set of dimensions.
  private final class Handler: CounterHandler, RecorderHandler, MeterHandler, TimerHandler {
    private let metrics: TextMetrics
    private let key: String

    init(_ metrics: TextMetrics, _ key: String) { (self.metrics, self.key) = (metrics, key) }

    func increment(by amount: Int64) { metrics.record(key, Double(amount)) }
    func record(_ value: Int64) { metrics.record(key, Double(value)) }
    func record(_ value: Double) { metrics.record(key, value) }
    func recordNanoseconds(_ duration: Int64) { metrics.record(key, Double(duration) / 1e9) }
    func set(_ value: Int64) { metrics.record(key, Double(value)) }
    func set(_ value: Double) { metrics.record(key, value) }
    func increment(by amount: Double) { metrics.record(key, amount) }
    func decrement(by amount: Double) { metrics.record(key, -amount) }
    func reset() {}
  }
}
#endif
