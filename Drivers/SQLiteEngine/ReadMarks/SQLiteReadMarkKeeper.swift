import Foundation
import Synchronization

/// The thread that takes read marks and lets them go. It starts with the first mark, and sleeps while there is none.
final class SQLiteReadMarkKeeper: @unchecked Sendable {
  // Sound because `marks` and `hasStarted` are read and written only while `condition` is locked.
  private let condition = NSCondition()
  private var marks: [SQLiteReadMark] = []
  private var hasStarted = false

  static let shared = SQLiteReadMarkKeeper()

  /// The time between two looks at a mark, in seconds: as long as it can be held after the last read.
  private static let interval = 0.005

  /// Takes a mark now, and looks at it until its reads end.
  func keep(_ mark: SQLiteReadMark) {
    condition.withLock {
      guard !mark.isKept.exchange(true, ordering: .relaxed) else { return }
      marks.append(mark)
      if !hasStarted {
        hasStarted = true
        let thread = Thread { [self] in
          Thread.current.name = "quarry.marks"
          run()
        }
        thread.stackSize = 1 << 20
        thread.start()
      }
      condition.signal()
    }
  }

  private func run() {
    while true {
      autoreleased {
        for mark in next() where !mark.look() { drop(mark) }
      }
      Thread.sleep(forTimeInterval: Self.interval)
    }
  }

  /// Waits until there is a mark.
  private func next() -> [SQLiteReadMark] {
    condition.withLock {
      while marks.isEmpty { condition.wait() }
      return marks
    }
  }

  private func drop(_ mark: SQLiteReadMark) {
    condition.withLock {
      marks.removeAll { $0 === mark }
      mark.isKept.store(false, ordering: .relaxed)
    }
  }

  /// A thread that never ends frees what Objective-C returned to it only here.
  private func autoreleased(_ body: () -> Void) {
    #if canImport(ObjectiveC)
    autoreleasepool(invoking: body)
    #else
    body()
    #endif
  }
}
