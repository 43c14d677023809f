#if Command
import Foundation

/// A folder for one run, in memory where the system has such a place, removed when the value is let go.
final class FaultFolder {
  let path: String

  init() throws {
    let root = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    path = root + "/quarry-faults-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// The names of the files, also of those in folders within this one, sorted.
  var names: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: file(name), isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  /// Removes every file and puts copies of the given ones there.
  func reset(to files: [String: Data]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.removeItem(atPath: file(name))
    }
    for (name, content) in files {
      let target = URL(filePath: file(name))
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try content.write(to: target)
    }
  }

  /// The contents of all files.
  func contents() throws -> [String: Data] {
    var result: [String: Data] = [:]
    for name in names {
      let path = file(name)
      // Foundation loses a buffer for each empty file that it reads.
      let isEmpty = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 0
      result[name] = isEmpty ? Data() : try Data(contentsOf: URL(filePath: path))
    }
    return result
  }
}
#endif
