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

/// A file that is read from its beginning, part by part.
final class InputFile: Sendable {
  private struct Stream: @unchecked Sendable {
    // Sound because it is only reached while the lock around it is held.
    let pointer: UnsafeMutablePointer<FILE>
  }

  private static let partSize = 64 * 1024

  private let path: String
  private let stream: Protected<Stream>

  /// Opens the file.
  ///
  /// - Throws: ``CommandError`` if the file can't be read.
  init(_ path: String) throws {
    guard let pointer = fopen(path, "rb") else {
      throw CommandError("the file \(CellText.visible(path)) cannot be read", exit: .usage)
    }
    self.path = path
    stream = Protected(Stream(pointer: pointer))
  }

  deinit { stream.withLock { _ = fclose($0.pointer) } }

  /// Returns the next part, which is empty at the end.
  ///
  /// - Throws: ``CommandError`` if the file can't be read further. A folder can't be read at all.
  func read() throws -> [UInt8] {
    let (bytes, hasFailed) = stream.withLock { stream in
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.partSize) { buffer, count in
        count = fread(buffer.baseAddress, 1, Self.partSize, stream.pointer)
      }
      return (bytes, ferror(stream.pointer) != 0)
    }
    if hasFailed { throw CommandError("the file \(CellText.visible(path)) cannot be read", exit: .usage) }
    return bytes
  }
}
#endif
