#if os(Linux)
internal import Glibc

/// Loads a library so that its symbols count as the program's own, as if the program had linked it.
package func makeVisible(_ path: String) -> Bool { dlopen(path, RTLD_NOW | RTLD_GLOBAL) != nil }

/// Whether the loader holds a library at present.
package func isLoaded(_ path: String) -> Bool {
  guard let handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD) else { return false }
  dlclose(handle)
  return true
}

/// Makes another file system of a loaded library its default for the rest of the process.
package func makeDefault(fileSystem name: String, ofLibraryAt path: String) -> Bool {
  guard let handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD), let find = dlsym(handle, "sqlite3_vfs_find"),
    let register = dlsym(handle, "sqlite3_vfs_register")
  else { return false }
  typealias Find = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  typealias Register = @convention(c) (OpaquePointer?, CInt) -> CInt
  // Sound: both functions have had these signatures since SQLite 3.5.
  guard let system = unsafeBitCast(find, to: Find.self)(name) else { return false }
  return unsafeBitCast(register, to: Register.self)(system, 1) == 0
}
#else
package func makeVisible(_ path: String) -> Bool { false }
package func isLoaded(_ path: String) -> Bool { false }
package func makeDefault(fileSystem name: String, ofLibraryAt path: String) -> Bool { false }
#endif
