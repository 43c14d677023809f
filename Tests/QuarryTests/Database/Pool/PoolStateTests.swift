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
    guard case .handOver(1, ["b"]) = state.release(1, for: .writer) else {
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
      if case .handOver(_, let waiters) = state.release(7, for: .writer) { served += waiters }
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
    guard case .handOver(_, ["b"]) = state.release(1, for: .writer) else { return #expect(Bool(false), "hand over") }
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

  @Test("Several stand in line for one connection; who wants it for itself waits for the end of the line")
  func line() {
    var state = State(maximumReaders: 1)
    _ = state.acquire(.writer)
    _ = state.release(1, for: .writer)
    for _ in 0..<3 { guard case .use(1) = state.acquire(.writer, inLine: true) else { return missing("a place") } }
    guard case .wait = state.acquire(.writer) else { return missing("to wait") }
    _ = state.enqueue("alone", for: .writer)
    guard case .wait = state.acquire(.writer, inLine: true) else { return missing("no overtaking") }
    _ = state.enqueue("later", for: .writer, inLine: true)
    for _ in 0..<2 {
      guard case (.none, false) = state.leaveLine(isUsable: true, for: .writer) else { return missing("rest") }
    }
    guard case (.handOver(1, ["alone"]), false) = state.leaveLine(isUsable: true, for: .writer) else {
      return missing("a hand-over")
    }
    guard case .handOver(1, ["later"]) = state.release(1, for: .writer) else { return missing("a hand-over") }
    guard case (.none, false) = state.leaveLine(isUsable: true, for: .writer) else { return missing("rest") }
    guard case .use(1) = state.acquire(.writer) else { return missing("the idle one") }
  }

  @Test("Those who wait beside each other to stand in line get their places together")
  func placesInLine() {
    var state = State(maximumReaders: 0)
    _ = state.acquire(.writer)
    for name in ["a", "b"] { _ = state.enqueue(name, for: .writer, inLine: true) }
    _ = state.enqueue("alone", for: .writer)
    _ = state.enqueue("c", for: .writer, inLine: true)
    guard case .handOver(1, ["a", "b"]) = state.release(1, for: .writer) else { return missing("both") }
    guard case (.none, false) = state.leaveLine(isUsable: true, for: .writer) else { return missing("rest") }
    guard case (.handOver(1, ["alone"]), false) = state.leaveLine(isUsable: true, for: .writer) else {
      return missing("a hand-over")
    }
    guard case .handOver(1, ["c"]) = state.release(1, for: .writer) else { return missing("the last one") }
  }

  @Test("A line whose connection broke takes nobody in; the last one closes it, and another one is opened")
  func brokenLine() {
    var state = State(maximumReaders: 0)
    _ = state.acquire(.writer)
    _ = state.release(1, for: .writer)
    for _ in 0..<2 { _ = state.acquire(.writer, inLine: true) }
    guard case (.none, false) = state.leaveLine(isUsable: false, for: .writer) else { return missing("rest") }
    guard case .wait = state.acquire(.writer, inLine: true) else { return missing("to wait") }
    _ = state.enqueue("a", for: .writer, inLine: true)
    guard case (.openFor("a"), true) = state.leaveLine(isUsable: true, for: .writer) else { return missing("another") }
    state.beginLine(2, for: .writer)
    guard case .use(2) = state.acquire(.writer, inLine: true) else { return missing("the new one") }
    #expect(state.openConnections == 1)
  }

  @Test("A line ends in a closed pool by closing its connection")
  func closedLine() {
    var state = State(maximumReaders: 0)
    _ = state.acquire(.writer)
    _ = state.release(1, for: .writer)
    _ = state.acquire(.writer, inLine: true)
    #expect(state.close().connections == [])
    guard case .closed = state.acquire(.writer, inLine: true) else { return missing("closed") }
    guard case (.none, true) = state.leaveLine(isUsable: true, for: .writer) else { return missing("to close") }
    #expect(state.openConnections == 0)
  }

  private func missing(_ what: String) { #expect(Bool(false), "expected \(what)") }
}
