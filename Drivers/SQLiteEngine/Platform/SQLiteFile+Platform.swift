internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Darwin)
private import Darwin
#elseif canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#endif

/// The functions that only the operating system has, each in one place. If a platform lacks one, it does nothing.
extension SQLiteFile {
  /// The permissions and the owner of a file.
  struct Owner {
    var permissions: UInt32
    var user: UInt32
    var group: UInt32
  }

  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  private static func status(_ path: String) -> stat? {
    var result = stat()
    return stat(path, &result) == 0 ? result : nil
  }

  /// The identity of an existing file: its device, and its number on it.
  static func identity(_ path: String) -> String? { status(path).map { "\($0.st_dev):\($0.st_ino)" } }

  /// What changes with the content of an existing file: its identity, its size, and when it and its place were changed.
  static func revision(_ path: String) -> String? {
    status(path).map { status in
      #if canImport(Darwin)
      let (content, place) = (status.st_mtimespec, status.st_ctimespec)
      #else
      let (content, place) = (status.st_mtim, status.st_ctim)
      #endif
      return """
        \(status.st_dev):\(status.st_ino) \(status.st_size) \(content.tv_sec).\(content.tv_nsec) \
        \(place.tv_sec).\(place.tv_nsec)
        """
    }
  }

  /// Whether a path names a pipe, a device or a socket.
  static func isSpecial(_ path: String) -> Bool {
    guard let status = status(path) else { return false }
    let kind = status.st_mode & S_IFMT
    return kind != S_IFREG && kind != S_IFDIR
  }

  /// The permissions and the owner of a file, or `nil` if there is none.
  static func owner(_ path: String) -> Owner? {
    status(path).map {
      Owner(permissions: UInt32($0.st_mode) & 0o7777, user: UInt32($0.st_uid), group: UInt32($0.st_gid))
    }
  }

  /// Gives a file permissions and, as far as this process may, an owner.
  static func setOwner(_ path: String, _ owner: Owner) -> Bool {
    if let found = self.owner(path), found.user != owner.user || found.group != owner.group {
      _ = chown(path, uid_t(owner.user), gid_t(owner.group))
    }
    return chmod(path, mode_t(owner.permissions)) == 0
  }

  /// Gives a file permissions.
  static func setPermissions(_ path: String, _ permissions: UInt32) -> Bool { chmod(path, mode_t(permissions)) == 0 }

  /// Makes sure that the content of a file, or the names in a folder, are on the disk.
  static func synchronize(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    #if canImport(Darwin)
    // https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fsync.2.html
    if fcntl(file, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(file) == 0
  }

  /// Renames a file, and atomically replaces an existing file of the new name.
  static func rename(_ old: String, to new: String) throws(DatabaseError) {
    #if canImport(Darwin)
    let code = Darwin.rename(old, new)
    #elseif canImport(Glibc)
    let code = Glibc.rename(old, new)
    #elseif canImport(Musl)
    let code = Musl.rename(old, new)
    #else
    let code = Android.rename(old, new)
    #endif
    guard code == 0 else { throw DatabaseError(.inputOutput, "can't put the file in its place at \(new)") }
  }

  /// Opens a folder and locks it for this process, until ``unlock(_:)`` gets the returned number.
  ///
  /// - Returns: `nil` if another process has the lock, or the file system has no such locks.
  static func lockFolder(_ path: String) -> Int32? {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return nil }
    guard flock(folder, LOCK_EX | LOCK_NB) == 0 else {
      close(folder)
      return nil
    }
    // Somebody who took it for a leftover may have removed it in between.
    var held = stat()
    guard fstat(folder, &held) == 0, let found = status(path), found.st_ino == held.st_ino else {
      close(folder)
      return nil
    }
    return folder
  }

  /// Unlocks a folder that ``lockFolder(_:)`` locked.
  static func unlock(_ folder: Int32) { close(folder) }
  #else
  static func identity(_ path: String) -> String? { nil }
  static func revision(_ path: String) -> String? { nil }
  static func isSpecial(_ path: String) -> Bool { false }
  static func owner(_ path: String) -> Owner? { nil }
  static func setOwner(_ path: String, _ owner: Owner) -> Bool { true }
  static func setPermissions(_ path: String, _ permissions: UInt32) -> Bool { true }
  static func synchronize(_ path: String) -> Bool { true }
  static func rename(_ old: String, to new: String) throws(DatabaseError) {
    do {
      if exists(new) { try FileManager.default.removeItem(atPath: new) }
      try FileManager.default.moveItem(atPath: old, toPath: new)
    } catch {
      throw DatabaseError(.inputOutput, "can't put the file in its place at \(new)", underlying: error)
    }
  }
  static func lockFolder(_ path: String) -> Int32? { nil }
  static func unlock(_ folder: Int32) {}
  #endif
}
