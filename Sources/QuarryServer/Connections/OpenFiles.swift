#if Server
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The numbers of files for connections and for the streams of clients, from the process's limit.
struct OpenFiles {
  var connections: Int
  var streams: Int

  /// - Parameter maximum: The maximum number of open files of the process.
  init(limits: ServerLimits, maximum: Int = OpenFiles.maximum) {
    // For the pool, the standard streams, certificates and what else the process does.
    let free = max(maximum - 48, 8)
    // A connection needs one. The connection of a stream to its database needs the file and its log.
    let wanted = limits.connections + 2 * limits.streams
    guard wanted > free else {
      connections = max(limits.connections, 1)
      streams = max(limits.streams, 1)
      return
    }
    streams = max(min(limits.streams, free / 6), 1)
    connections = max(min(limits.connections, free - 2 * streams), 1)
  }

  /// The maximum number of open files of the process.
  static var maximum: Int {
    var limit = rlimit()
    #if canImport(Glibc)
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    let code = getrlimit(kind, &limit)
    #else
    let code = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    guard code == 0 else { return 256 }
    return Int(clamping: limit.rlim_cur)
  }
}
#endif
