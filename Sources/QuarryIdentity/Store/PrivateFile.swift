#if Identity
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Glibc
#endif

/// A file that only its owner can read, replaced as a whole.
package struct PrivateFile: Sendable {
  /// The path. Its folder must exist.
  package let path: String

  /// Creates a value for a path.
  package init(path: String) { self.path = path }

  /// The largest file to read, in bytes.
  private static let maximumBytes = 1 << 20

  /// The content, or `nil` if there is no file.
  ///
  /// - Throws: ``IdentityError`` with code `.store` for a link, for anything that isn't a file, and for a file of
  ///   another user or one that others can read.
  package func read() throws(IdentityError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("can't be opened", errno)
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw failure("can't be examined", errno) }
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid() else {
      throw IdentityError(.store, "The token file \(path) isn't a file of this user")
    }
    guard facts.st_mode & 0o077 == 0 else {
      throw IdentityError(.store, "Others can read the token file \(path). Allow only its owner to, with chmod 600")
    }
    guard facts.st_size <= Self.maximumBytes else { throw IdentityError(.store, "The token file \(path) is too large") }
    var content = [UInt8](repeating: 0, count: Int(facts.st_size))
    var count = 0
    while count < content.count {
      let got = content.withUnsafeMutableBytes { buffer in
        sysRead(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if got == 0 { break }
      guard got > 0 else {
        if errno == EINTR { continue }
        throw failure("can't be read", errno)
      }
      count += got
    }
    return Array(content.prefix(count))
  }

  /// Writes the content beside the file, then replaces it.
  package func write(_ content: [UInt8]) throws(IdentityError) {
    try place(content) { temporary in rename(temporary, path) == 0 }
  }

  /// Writes the content unless there is a file already.
  package func create(_ content: [UInt8]) throws(IdentityError) {
    try place(content) { temporary in
      defer { unlink(temporary) }
      return link(temporary, path) == 0 || errno == EEXIST
    }
  }

  /// Writes the content to another file of the folder, which is then renamed.
  private func place(_ content: [UInt8], _ naming: (_ temporary: String) -> Bool) throws(IdentityError) {
    let temporary = "\(path).\(SecretText.random(bytes: 9)).new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR)
    guard file >= 0 else { throw failure("can't be created", errno) }
    do throws(IdentityError) {
      defer { close(file) }
      var written = 0
      while written < content.count {
        let count = content.withUnsafeBytes { buffer in
          sysWrite(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        }
        guard count >= 0 else {
          if errno == EINTR { continue }
          throw failure("can't be written", errno)
        }
        written += count
      }
      guard fsync(file) == 0 else { throw failure("can't be written", errno) }
      guard naming(temporary) else { throw failure("can't be replaced", errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    // The name itself reaches the disk with its folder.
    let folder = open(Self.folder(of: path), O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  /// Overwrites and removes the file.
  package func remove() throws(IdentityError) {
    let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    if file >= 0 {
      var facts = stat()
      if fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG {
        let zeros = [UInt8](repeating: 0, count: min(Int(facts.st_size), Self.maximumBytes))
        _ = zeros.withUnsafeBytes { sysWrite(file, $0.baseAddress, $0.count) }
        fsync(file)
      }
      close(file)
    }
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("can't be removed", errno) }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private func failure(_ what: String, _ number: Int32) -> IdentityError {
    IdentityError(.store, "The token file \(path) \(what): \(String(cString: strerror(number)))")
  }
}

private func sysRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  guard let bytes else { return 0 }
  return read(file, bytes, count)
}

private func sysWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  guard let bytes else { return 0 }
  return write(file, bytes, count)
}
#endif
