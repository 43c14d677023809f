#if Command
internal import Quarry

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#elseif canImport(Darwin)
private import Darwin
#elseif canImport(WinSDK)
private import CRT
#endif

/// A new file that text is written to, part by part.
final class OutputFile: Sendable {
  private struct Stream: @unchecked Sendable {
    // Sound because it is only reached while the lock around it is held.
    let pointer: UnsafeMutablePointer<FILE>
  }

  private let path: String
  private let stream: Protected<Stream?>

  /// Creates the file.
  ///
  /// - Throws: ``CommandError`` if it can't be created.
  init(_ path: String) throws {
    guard let pointer = fopen(path, "wb") else { throw CommandError("\(path) can't be written") }
    self.path = path
    stream = Protected(Stream(pointer: pointer))
  }

  deinit { close() }

  /// Writes text at the end.
  ///
  /// - Throws: ``CommandError`` if the text can't be written, for example because the disk is full.
  func write(_ text: String) throws {
    var text = text
    let isWritten = text.withUTF8 { bytes in
      stream.withLock { stream in
        stream.map { fwrite(bytes.baseAddress, 1, bytes.count, $0.pointer) == bytes.count } ?? false
      }
    }
    guard isWritten else { throw failure }
  }

  /// Closes the file.
  ///
  /// - Throws: ``CommandError`` if not all of it could be written.
  func finish() throws {
    guard close() else { throw failure }
  }

  /// Closes the file, if it is open.
  @discardableResult
  func close() -> Bool {
    stream.withLock { stream in
      defer { stream = nil }
      return stream.map { fclose($0.pointer) == 0 } ?? true
    }
  }

  private var failure: CommandError { CommandError("\(path) can't be written: is the disk full?") }
}
#endif
