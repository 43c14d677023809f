internal import Quarry

#if canImport(Glibc) || canImport(Musl) || canImport(Android)
private import Dispatch

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#endif

/// Watches a folder with inotify.
///
/// Source: <https://man7.org/linux/man-pages/man7/inotify.7.html>.
final class SQLiteFileWatch: ChangeWatch, Sendable {
  // Sound because sources of Dispatch may be used from any thread; their protocol does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Begins to watch, or returns `nil` if the system doesn't support it.
  init?(path: String, _ changed: @escaping @Sendable () -> Void) {
    let names = Self.names(ofFile: path)
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    let wanted = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)
    guard inotify_add_watch(descriptor, Self.folder(ofFile: path), wanted) >= 0 else {
      close(descriptor)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .utility))
    source.setEventHandler { if Self.concerns(names, descriptor) { changed() } }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit { source.cancel() }

  func cancel() { source.cancel() }

  /// Reads the available events, and returns whether one of them is about one of the files.
  private static func concerns(_ names: Set<String>, _ descriptor: Int32) -> Bool {
    var isConcerned = false
    withUnsafeTemporaryAllocation(byteCount: 8192, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      guard let start = buffer.baseAddress else { return }
      while true {
        let count = read(descriptor, start, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let name = offset + MemoryLayout<inotify_event>.size
          offset = name + Int(event.len)
          // Events were lost when there is none of them.
          isConcerned =
            isConcerned || event.mask & UInt32(IN_Q_OVERFLOW) != 0
            || event.len > 0 && names.contains(String(cString: (start + name).assumingMemoryBound(to: CChar.self)))
        }
      }
    }
    return isConcerned
  }
}
#endif
