#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#elseif canImport(Darwin)
internal import Darwin
#elseif os(Windows)
internal import WinSDK
#endif

/// Signals. Only this type has conditional code for them.
enum Signal {
  /// Kills a process.
  static func kill(_ process: Int32) {
    #if os(Windows)
    guard let handle = OpenProcess(DWORD(PROCESS_TERMINATE), false, DWORD(process)) else { return }
    TerminateProcess(handle, 9)
    CloseHandle(handle)
    #elseif canImport(Glibc)
    _ = Glibc.kill(process, SIGKILL)
    #elseif canImport(Musl)
    _ = Musl.kill(process, SIGKILL)
    #elseif canImport(Android)
    _ = Android.kill(process, SIGKILL)
    #else
    _ = Darwin.kill(process, SIGKILL)
    #endif
  }

  /// Ends this process like a crash of the engine, for mutants of the suite.
  static func abort() -> Never {
    #if os(Windows)
    ExitProcess(3)
    #elseif canImport(Glibc)
    Glibc.abort()
    #elseif canImport(Musl)
    Musl.abort()
    #elseif canImport(Android)
    Android.abort()
    #else
    Darwin.abort()
    #endif
  }

  /// Blocks the thread for a short time.
  static func pause() {
    #if os(Windows)
    Sleep(20)
    #else
    usleep(20_000)
    #endif
  }

  /// Makes writing to a closed pipe an error of the call instead of the end of the process.
  static func ignoreBrokenPipes() {
    #if canImport(Glibc)
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    #elseif canImport(Musl)
    _ = Musl.signal(SIGPIPE, SIG_IGN)
    #elseif canImport(Android)
    _ = Android.signal(SIGPIPE, SIG_IGN)
    #elseif canImport(Darwin)
    _ = Darwin.signal(SIGPIPE, SIG_IGN)
    #endif
  }
}
