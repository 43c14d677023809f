#if Command
import CFaultInjection
import Foundation

/// A disk with a cache that a loss of power empties: what was written since the last synchronization may be there or not,
/// in any order, sector by sector.
///
/// The names of a folder change in order, as file systems with a journal of their own keep them: of the changes since
/// the folder was synchronized, a first part is there. A file is shortened in the same order: not before the names that
/// changed earlier. A file that was only renamed, and not written, keeps its content.
struct SimulatedDisk {
  /// The smallest part that is written wholly or not at all.
  static let sectorSize = 512

  private enum Change {
    case write(offset: Int, bytes: [UInt8])
    /// The number of names that had changed before.
    case truncate(size: Int, after: Int)
  }

  private enum NameChange {
    case create(String, file: Int)
    case delete(String)
    case rename(String, String)
  }

  private struct File {
    var lasting: [UInt8] = []
    var pending: [Change] = []
  }

  /// How a loss of power is played.
  enum Loss: Hashable {
    /// Nothing that was not synchronized is there.
    case everything
    /// All of it is there, as when only the process has ended.
    case nothing
    /// Each sector, each change of a length and each name is there or not by chance; what a file grew by may be garbage.
    case chance(UInt64)
  }

  private let folder: String
  private var files: [File] = []
  /// The names as they are for certain, and as programs see them.
  private var lastingNames: [String: Int] = [:]
  private var names: [String: Int] = [:]
  private var pendingNames: [NameChange] = []
  /// How many changes of names are certain.
  private var lastingChanges = 0
  /// The file behind each open one.
  private var open: [Int32: Int] = [:]

  init(folder: String, content: [String: Data]) {
    self.folder = folder
    for (name, data) in content {
      lastingNames[name] = files.count
      files.append(File(lasting: Array(data)))
    }
    names = lastingNames
  }

  private func name(_ path: UnsafePointer<CChar>?) -> String? {
    guard let path else { return nil }
    let text = String(cString: path)
    return text.hasPrefix(folder + "/") ? String(text.dropFirst(folder.count + 1)) : nil
  }

  mutating func apply(_ record: fault_record) {
    switch Int(record.kind) {
    case FAULT_RECORD_OPEN:
      guard let name = name(record.path) else { return }
      if names[name] == nil {
        names[name] = files.count
        pendingNames.append(.create(name, file: files.count))
        files.append(File())
      }
      open[record.file] = names[name]
    case FAULT_RECORD_CLOSE: open[record.file] = nil
    case FAULT_RECORD_WRITE:
      guard let file = open[record.file] else { return }
      let bytes = Array(UnsafeBufferPointer(start: record.bytes, count: Int(record.length)))
      files[file].pending.append(.write(offset: Int(record.offset), bytes: bytes))
    case FAULT_RECORD_TRUNCATE:
      guard let file = open[record.file] else { return }
      files[file].pending.append(
        .truncate(size: Int(record.offset), after: lastingChanges + pendingNames.count))
    case FAULT_RECORD_SYNC:
      guard let file = open[record.file] else { return }
      for change in files[file].pending { Self.apply(change, to: &files[file].lasting) }
      files[file].pending = []
    case FAULT_RECORD_SYNC_FOLDER:
      guard let path = record.path, String(cString: path) == folder else { return }
      for change in pendingNames { Self.apply(change, to: &lastingNames) }
      lastingChanges += pendingNames.count
      pendingNames = []
    case FAULT_RECORD_DELETE:
      guard let name = name(record.path), names[name] != nil else { return }
      names[name] = nil
      pendingNames.append(.delete(name))
    case FAULT_RECORD_RENAME:
      guard let old = name(record.path), let new = name(record.target) else { return }
      names[new] = names.removeValue(forKey: old)
      pendingNames.append(.rename(old, new))
    default: break
    }
  }

  private static func apply(_ change: Change, to content: inout [UInt8]) {
    switch change {
    case .write(let offset, let bytes): write(bytes[...], at: offset, to: &content)
    case .truncate(let size, _): resize(&content, to: size)
    }
  }

  private static func resize(_ content: inout [UInt8], to size: Int) {
    if size < content.count {
      content.removeLast(content.count - size)
    } else {
      content += [UInt8](repeating: 0, count: size - content.count)
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, at offset: Int, to content: inout [UInt8]) {
    if content.count < offset + bytes.count { resize(&content, to: offset + bytes.count) }
    content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  private static func apply(_ change: NameChange, to names: inout [String: Int]) {
    switch change {
    case .create(let name, let file): names[name] = file
    case .delete(let name): names[name] = nil
    case .rename(let old, let new): if let file = names.removeValue(forKey: old) { names[new] = file }
    }
  }

  /// Whether a file whose name ends with a text was written and not synchronized.
  func hasPending(_ suffix: String) -> Bool {
    names.contains { $0.key.hasSuffix(suffix) && !files[$0.value].pending.isEmpty }
  }

  /// What is on the disk after a loss of power.
  func content(after loss: Loss) -> [String: Data] {
    var generator = SeededGenerator(seed: 0)
    var found = lastingNames
    var changes = lastingChanges
    switch loss {
    case .everything: break
    case .nothing: found = names
    case .chance(let seed):
      generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...pendingNames.count, using: &generator)
      for change in pendingNames.prefix(count) { Self.apply(change, to: &found) }
      changes += count
    }
    var result: [String: Data] = [:]
    for (name, file) in found.sorted(by: { $0.key < $1.key }) where !name.hasSuffix("-shm") {
      var content = files[file].lasting
      switch loss {
      case .everything: break
      case .nothing: for change in files[file].pending { Self.apply(change, to: &content) }
      case .chance:
        for change in files[file].pending { Self.applyByChance(change, after: changes, to: &content, &generator) }
      }
      result[name] = Data(content)
    }
    return result
  }

  private static func applyByChance(
    _ change: Change, after changes: Int, to content: inout [UInt8], _ generator: inout SeededGenerator
  ) {
    switch change {
    case .truncate(let size, let order):
      let isInOrder = size >= content.count || order <= changes
      if Bool.random(using: &generator), isInOrder { apply(change, to: &content) }
    case .write(let offset, let bytes):
      // Now and then all or nothing, so that neighbouring states are met as well as torn ones.
      let fate = Int.random(in: 0..<4, using: &generator)
      if fate == 0 { return }
      if fate == 1 { return apply(change, to: &content) }
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, ((offset + start) / sectorSize + 1) * sectorSize - offset)
        if Bool.random(using: &generator) {
          write(bytes[start..<end], at: offset + start, to: &content)
        } else if offset + end > content.count, Bool.random(using: &generator) {
          // The length was kept and the content was not.
          write((start..<end).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }[...], at: offset + start, to: &content)
        }
        start = end
      }
    }
  }
}
#endif
