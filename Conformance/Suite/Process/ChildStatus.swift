#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The status of children and their pipes. Only this type has conditional code for it.
enum ChildStatus {
  /// Waits until a child has ended, regardless of its own children, and doesn't reap it.
  ///
  /// It blocks the thread.
  ///
  /// - Returns: How the child ended; `nil` if that isn't known, for example because it was already reaped.
  static func waitForEnd(of process: Int32) -> ChildProcess.End? {
    #if canImport(Glibc)
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0 {
      guard errno == EINTR else { return nil }
    }
    let status = information._sifields._sigchld.si_status
    return information.si_code == Int32(CLD_EXITED) ? .exit(status) : .signal(status)
    #else
    return nil
    #endif
  }

  /// Whether a pipe has something to read, or has ended, within a time.
  static func isReadable(_ descriptor: Int32, within time: Duration) -> Bool {
    #if os(Windows)
    return true
    #else
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let (seconds, attoseconds) = time.components
    return poll(&waiting, 1, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)) > 0
    #endif
  }
}
