internal import Quarry

#if canImport(Darwin)
private import Darwin
private import Dispatch

/// Watches the files of a database with the system's kernel events, and their folder for new files.
///
/// Source: <https://developer.apple.com/documentation/dispatch/dispatchsource>.
final class SQLiteFileWatch: ChangeWatch, Sendable {
  private let path: String
  private let changed: @Sendable () -> Void
  private let sources = Protected<[String: Source]>([:])

  /// Sound because sources of Dispatch may be used from any thread; their protocol does not say so.
  private struct Source: @unchecked Sendable {
    let source: any DispatchSourceFileSystemObject
  }

  /// Begins to watch, or returns `nil` if the folder can't be opened.
  init?(path: String, _ changed: @escaping @Sendable () -> Void) {
    self.path = path
    self.changed = changed
    guard watch(Self.folder(ofFile: path)) else { return nil }
    watchFiles()
  }

  deinit { cancel() }

  func cancel() {
    let ended = sources.withLock { sources in
      defer { sources = [:] }
      return Array(sources.values)
    }
    for source in ended { source.source.cancel() }
  }

  /// Watches the existing files that aren't watched yet.
  private func watchFiles() {
    let folder = Self.folder(ofFile: path)
    for name in Self.names(ofFile: path) { _ = watch(folder + "/" + name) }
  }

  private func watch(_ path: String) -> Bool {
    if sources.withLock({ $0[path] != nil }) { return true }
    let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename], queue: .global(qos: .utility))
    source.setEventHandler { [weak self, weak source] in
      guard let self, let source else { return }
      // A file that was deleted is another one when it comes again.
      if !source.data.isDisjoint(with: [.delete, .rename]) { self.forget(path) }
      self.watchFiles()
      self.changed()
    }
    source.setCancelHandler { close(descriptor) }
    let kept = Source(source: source)
    sources.withLock { $0[path] = kept }
    source.resume()
    return true
  }

  private func forget(_ path: String) {
    sources.withLock { $0.removeValue(forKey: path) }?.source.cancel()
  }
}
#endif
