internal import Foundation
internal import Quarry

/// A port on loopback between a driver and its server that hands bytes on in both directions, whatever their protocol,
/// and plays one fault where it is told to.
///
/// The author of a driver leads the driver to ``port`` and plays faults while it works:
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
/// All its functions may be called from any task. It serves until ``close()`` or until nobody refers to it.
public final class TCPFaultProxy: Sendable {
  /// The port on loopback that drivers are led to, from 1 to 65,535.
  public let port: UInt16
  private let listener: LoopbackSocket
  private let state: State

  /// Opens a port and serves it.
  ///
  /// - Parameter upstream: the real server, by name or address and port.
  /// - Throws: ``HarnessError`` when the system has no port.
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

  /// Plays a fault once, on the first connection that carries enough bytes from now on; each connection's bytes are
  /// counted by themselves. A fault that was told before and has not been played is forgotten.
  public func play(_ fault: TCPFault) { state.arm(fault) }

  /// Plays no fault that has not been played yet.
  public func heal() { state.arm(nil) }

  /// Whether the last fault has been played.
  public var hasPlayed: Bool { state.inner.withLock { $0.hasPlayed } }

  /// Whether bytes that a fault delays are still on their way.
  public var isWaiting: Bool { state.inner.withLock { $0.waiting > 0 } }

  /// How many bytes were handed on in each direction so far, over all connections.
  public var traffic: (requests: Int, answers: Int) { state.inner.withLock { ($0.requests, $0.answers) } }

  /// How many connections were made so far.
  public var connections: Int { state.inner.withLock { $0.connections } }
}

extension TCPFaultProxy {
  /// What the threads share; they may outlive the proxy.
  final class State: Sendable {
    struct Inner {
      var fault: TCPFault?
      var hasPlayed = false
      /// Counts the faults that were told, so that connections know when to count anew.
      var epoch = 0
      var requests = 0
      var answers = 0
      var connections = 0
      /// How many threads hold bytes back.
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
