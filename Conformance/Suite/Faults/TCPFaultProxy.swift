internal import Foundation
internal import Quarry

/// A port on loopback between a driver and its server. It forwards bytes in both directions for any protocol, and plays
/// one fault on request.
///
/// The author of a driver connects the driver to ``port`` and plays faults while it works:
///
/// ```swift
/// let proxy = try TCPFaultProxy(upstream: ("127.0.0.1", 9001))
/// let database = try await Database(MyDriver(port: proxy.port))
/// let before = proxy.traffic
/// try await database.execute("INSERT INTO log VALUES (1)")
/// let count = proxy.traffic.answers - before.answers
/// proxy.play(TCPFault(.reset, after: count / 2, of: .answers))
/// // This INSERT has an unknown outcome, or is told as what it is: never as failed when it took effect.
/// ```
///
/// All methods can be called from any task. The proxy runs until ``close()``, or until it is deallocated.
public final class TCPFaultProxy: Sendable {
  /// The port on loopback for drivers, from 1 to 65,535.
  public let port: UInt16
  private let listener: LoopbackSocket
  private let state: State

  /// Opens a port and serves it.
  ///
  /// - Parameter upstream: The name or address of the real server, and its port.
  /// - Throws: ``HarnessError`` if the system has no free port.
  public init(upstream: (host: String, port: UInt16)) throws {
    (listener, port) = try LoopbackSocket.listening()
    state = State()
    let (listener, state) = (listener, state)
    Thread.detachNewThread {
      while let client = listener.accepted() {
        Thread.detachNewThread { TCPFaultProxy.serve(client, upstream, state) }
      }
    }
  }

  deinit { close() }

  /// Ends every connection and accepts no new ones.
  public func close() {
    listener.end()
    state.end()
  }

  /// Plays a fault once, on the next connection that transfers enough bytes. The bytes of each connection are counted
  /// separately. An earlier fault that hasn't been played is replaced.
  public func play(_ fault: TCPFault) { state.arm(fault) }

  /// Removes a fault that hasn't been played yet.
  public func heal() { state.arm(nil) }

  /// Whether the last fault has been played.
  public var hasPlayed: Bool { state.inner.withLock { $0.hasPlayed } }

  /// Whether bytes delayed by a fault haven't arrived yet.
  public var isWaiting: Bool { state.inner.withLock { $0.waiting > 0 } }

  /// The number of bytes forwarded in each direction so far, over all connections.
  public var traffic: (requests: Int, answers: Int) { state.inner.withLock { ($0.requests, $0.answers) } }

  /// The number of connections so far.
  public var connections: Int { state.inner.withLock { $0.connections } }
}

extension TCPFaultProxy {
  /// The state that the threads share. It can outlive the proxy.
  final class State: Sendable {
    struct Inner {
      var fault: TCPFault?
      var hasPlayed = false
      /// The number of faults so far, so that connections know when to restart counting.
      var epoch = 0
      var requests = 0
      var answers = 0
      var connections = 0
      /// The number of threads that delay bytes.
      var waiting = 0
      var open: [Int: (client: LoopbackSocket, server: LoopbackSocket)] = [:]
      var isClosed = false
    }

    let inner = Protected(Inner())

    func arm(_ fault: TCPFault?) {
      inner.withLock { inner in
        inner.fault = fault
        inner.hasPlayed = false
        inner.epoch += 1
      }
    }

    func enter(_ client: LoopbackSocket, _ server: LoopbackSocket) -> Int? {
      inner.withLock { inner in
        guard !inner.isClosed else { return nil }
        inner.connections += 1
        inner.open[inner.connections] = (client, server)
        return inner.connections
      }
    }

    func leave(_ number: Int) { inner.withLock { $0.open[number] = nil } }

    func end() {
      let open = inner.withLock { inner in
        inner.isClosed = true
        return inner.open
      }
      for (client, server) in open.values {
        client.end()
        server.end()
      }
    }
  }
}
