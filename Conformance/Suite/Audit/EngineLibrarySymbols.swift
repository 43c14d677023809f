#if canImport(Darwin)
private import Darwin
#elseif canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#endif

/// Looks functions up in a shared library that the process has loaded already, without any help of the layer under test.
package enum EngineLibrarySymbols {
  /// Whether the library at a path exports a function; `nil` when the library is not loaded or cannot be asked.
  package static func contains(_ name: String, path: String) -> Bool? {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
    guard !path.isEmpty, let handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD) else { return nil }
    defer { dlclose(handle) }
    return dlsym(handle, name) != nil
    #else
    return nil
    #endif
  }
}
