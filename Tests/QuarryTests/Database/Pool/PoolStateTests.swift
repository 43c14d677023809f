import Testing

@testable import Quarry

@Suite("The pool's state machine")
struct PoolStateTests {
  typealias State = PoolState<Int, String>

  @Test("One writer: the second caller waits, and gets the connection that is given back")
  func writer() {
    var state = State(maximumReaders: 2)
    guard case .open = state.acquire(.writer) else { return #expect(Bool(false), "expected to open") }
    guard case .wait = state.acquire(.writer) else { return #expect(Bool(false), "expected to wait") }
    _ = state.enqueue("b", for: .writer)
    guard case .handOver(1, "b") = state.release(1, for: .writer) else {
      return #expect(Bool(false), "expected a hand-over")
    }
    guard case .none = state.release(1, for: .writer) else { return #expect(Bool(false), "expected rest") }
    guard case .use(1) = state.acquire(.writer) else { return #expect(Bool(false), "expected the idle one") }
  }

  @Test("Waiters are served in the order in which they came")
  func order() {
    var state = State(maximumReaders: 0)
    _ = state.acquire(.writer)
    for name in ["a", "b", "c"] { _ = state.enqueue(name, for: .reader) }
    var served: [String] = []
    for _ in 0..<3 {
      if case .handOver(_, let waiter) = state.release(7, for: .writer) { served.append(waiter) }
    }
    #expect(served == ["a", "b", "c"])
  }

  @Test("Nobody overtakes a waiter, although a connection is idle")
  func noOvertaking() {
    var state = State(maximumReaders: 1)
    _ = state.acquire(.reader)
    _ = state.enqueue("a", for: .reader)
    guard case .wait = state.acquire(.reader) else { return #expect(Bool(false), "expected to wait") }
  }

  @Test("Readers are opened up to the limit, and not for a database that only one connection can see")
  func readers() {
    var state = State(maximumReaders: 2)
    for _ in 0..<2 { guard case .open = state.acquire(.reader) else { return #expect(Bool(false), "open") } }
    guard case .wait = state.acquire(.reader) else { return #expect(Bool(false), "wait") }
    #expect(state.openConnections == 2)
    #expect(State(maximumReaders: 0).effective(.reader) == .writer)
  }

  @Test("A waiter that gave up is not served")
  func cancel() {
    var state = State(maximumReaders: 0)
    _ = state.acquire(.writer)
    let first = state.enqueue("a", for: .writer)
    _ = state.enqueue("b", for: .writer)
    #expect(state.cancel(first, for: .writer) == "a")
    #expect(state.cancel(first, for: .writer) == nil)
    guard case .handOver(_, "b") = state.release(1, for: .writer) else { return #expect(Bool(false), "hand over") }
  }

  @Test("An unusable connection is replaced for the next waiter, or forgotten")
  func broken() {
    var state = State(maximumReaders: 0)
    _ = state.acquire(.writer)
    _ = state.enqueue("a", for: .writer)
    guard case .openFor("a") = state.release(nil, for: .writer) else { return #expect(Bool(false), "open for a") }
    guard case .none = state.release(nil, for: .writer) else { return #expect(Bool(false), "none") }
    #expect(state.openConnections == 0)
    guard case .open = state.acquire(.writer) else { return #expect(Bool(false), "open again") }
  }

  @Test("Closing tells the waiters, closes what is idle at once and what is in use when it comes back")
  func close() {
    var state = State(maximumReaders: 1)
    _ = state.acquire(.writer)
    _ = state.acquire(.reader)
    _ = state.release(2, for: .reader)
    _ = state.enqueue("a", for: .writer)
    let closed = state.close()
    #expect(closed.connections == [2])
    #expect(closed.waiters == ["a"])
    guard case .closed = state.acquire(.reader) else { return #expect(Bool(false), "closed") }
    guard case .close(1) = state.release(1, for: .writer) else { return #expect(Bool(false), "close it") }
    #expect(state.openConnections == 0)
  }

  @Test("An idle writer takes work at once, and a busy one when it is given back")
  func work() {
    var state = State(maximumReaders: 1)
    _ = state.acquire(.writer)
    _ = state.release(1, for: .writer)
    _ = state.enqueue("a", for: .writer, as: .alone)
    guard case .serve(1) = state.afterLiningUp() else { return missing("to serve") }
    _ = state.enqueue("b", for: .writer, as: .alone)
    guard case .none = state.afterLiningUp() else { return missing("rest") }
    #expect(state.takeWork().map(\.waiter) == ["a"])
    guard case .serve(1) = state.release(1, for: .writer) else { return missing("to go on") }
    #expect(state.takeWork().map(\.waiter) == ["b"])
    guard case .none = state.release(1, for: .writer) else { return missing("rest") }
    guard case .use(1) = state.acquire(.writer) else { return missing("the idle one") }
  }

  @Test("Neighbors that join are taken together, at most so many, and nobody behind another one")
  func groups() {
    var state = State(maximumReaders: 0)
    _ = state.acquire(.writer)
    for name in ["a", "b"] { _ = state.enqueue(name, for: .writer, as: .joining) }
    _ = state.enqueue("alone", for: .writer, as: .alone)
    _ = state.enqueue("c", for: .writer, as: .joining)
    _ = state.enqueue("reserved", for: .reader)
    for number in 0..<100 { _ = state.enqueue("\(number)", for: .writer, as: .joining) }
    guard case .serve(1) = state.release(1, for: .writer) else { return missing("to serve") }
    #expect(state.takeWork().map(\.waiter) == ["a", "b"])
    guard state.takeIdle(.writer) == nil else { return missing("none") }
    #expect(state.takeWork().map(\.waiter) == ["alone"])
    #expect(state.takeWork().map(\.waiter) == ["c"])
    #expect(state.takeWork().isEmpty)
    guard case .handOver(1, "reserved") = state.release(1, for: .writer) else { return missing("a hand-over") }
    guard case .serve(1) = state.release(1, for: .writer) else { return missing("to serve") }
    #expect(state.takeWork().map(\.waiter) == (0..<State.largestGroup).map { "\($0)" })
  }

  @Test("Work that did not run goes back to the head of the line, in order")
  func putBack() {
    var state = State(maximumReaders: 0)
    _ = state.acquire(.writer)
    for name in ["a", "b", "c"] { _ = state.enqueue(name, for: .writer, as: .joining) }
    let work = state.takeWork()
    _ = state.enqueue("d", for: .writer, as: .joining)
    let back = work.map { State.Entry(id: $0.id, waiter: $0.waiter, place: $0.waiter == "b" ? .reserved : .joining) }
    guard state.putBack(back) else { return missing("room") }
    #expect(state.takeWork().map(\.waiter) == ["a"])
    guard case .handOver(1, "b") = state.release(1, for: .writer) else { return missing("a hand-over") }
    #expect(state.cancel(work[2].id, for: .writer) == "c")
    guard case .serve(1) = state.release(1, for: .writer) else { return missing("to serve") }
    #expect(state.takeWork().map(\.waiter) == ["d"])
    _ = state.close()
    guard !state.putBack(work) else { return missing("a closed pool") }
  }

  @Test("After a group, no caller uses the writer itself until some writes have come alone")
  func crowded() {
    var state = State(maximumReaders: 1)
    _ = state.acquire(.writer)
    for name in ["a", "b"] { _ = state.enqueue(name, for: .writer, as: .joining) }
    #expect(state.takeWork().count == 2)
    _ = state.release(1, for: .writer)
    for name in (1...State.calmingWork).map({ "c\($0)" }) {
      guard state.takeIdle(.writer) == nil else { return missing("none") }
      _ = state.enqueue(name, for: .writer, as: .joining)
      guard case .serve(1) = state.afterLiningUp() else { return missing("to serve") }
      #expect(state.takeWork().count == 1)
      if name != "c\(State.calmingWork)" {
        let isTaken = state.putIdle(1, for: .writer)
        #expect(isTaken)
      }
    }
    guard state.putIdle(1, for: .writer), state.takeIdle(.writer) == 1 else { return missing("the idle one") }
  }

  @Test("Who only reads shares no transaction, and uses an idle connection also after several at once")
  func crowdedWithoutReaders() {
    var state = State(maximumReaders: 0)
    _ = state.acquire(.writer)
    for name in ["a", "b"] { _ = state.enqueue(name, for: .writer, as: .joining) }
    #expect(state.takeWork().count == 2)
    _ = state.release(1, for: .writer)
    guard state.takeIdle(.writer) == nil, state.takeIdle(.reader) == 1 else { return missing("the idle one") }
  }

  @Test("Without a writer, the first in line opens one; an unusable one is replaced by the next in line")
  func brokenLine() {
    var state = State(maximumReaders: 0)
    _ = state.enqueue("a", for: .writer, as: .joining)
    guard case .openFor("a") = state.afterLiningUp() else { return missing("to open") }
    for name in ["b", "c"] {
      _ = state.enqueue(name, for: .writer, as: .joining)
      guard case .none = state.afterLiningUp() else { return missing("rest") }
    }
    guard case .openFor("b") = state.release(nil, for: .writer) else { return missing("another") }
    guard case .serve(2) = state.release(2, for: .writer) else { return missing("to serve") }
    #expect(state.openConnections == 1)
  }

  @Test("A closed pool tells those in line, and closes the connection that served them")
  func closedLine() {
    var state = State(maximumReaders: 0)
    _ = state.acquire(.writer)
    _ = state.enqueue("a", for: .writer, as: .joining)
    #expect(state.close().waiters == ["a"])
    #expect(state.takeWork().isEmpty)
    guard case .close(1) = state.release(1, for: .writer) else { return missing("to close") }
    #expect(state.openConnections == 0)
  }

  private func missing(_ what: String) { #expect(Bool(false), "expected \(what)") }
}
