internal import Quarry

#if !canImport(Darwin) && !canImport(Glibc) && !canImport(Musl) && !canImport(Android)
/// No watch: the core polls once a second.
final class SQLiteFileWatch: ChangeWatch, Sendable {
  init?(path: String, _ changed: @escaping @Sendable () -> Void) { return nil }

  func cancel() {}
}
#endif
