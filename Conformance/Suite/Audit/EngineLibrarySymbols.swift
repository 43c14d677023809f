#if canImport(Darwin)
private import Darwin
#elseif canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#endif

/// Looks up functions in a loaded shared library, without the layer under test.
package enum EngineLibrarySymbols {
  /// Whether the library at a path exports a function; `nil` if the library isn't loaded or can't be asked.
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
