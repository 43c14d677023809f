#if Macros
import Foundation
import Testing

/// When the macro writes something else, `QUARRY_WRITE_MUTANTS=1 swift test --filter MutantFileTests` writes the files of the
/// mutants again.
@Suite("Files of the mutants") struct MutantFileTests {
  @Test("The mutants are what the macro writes, with a mistake each") func files() throws {
    let writes = ProcessInfo.processInfo.environment["QUARRY_WRITE_MUTANTS"] != nil
    let files = try MutantFiles.all()
    for (name, text) in files {
      let path = MutantFiles.folder + "/" + name
      if writes {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text, "\(name) is out of date")
    }
    for folder in ["Mutants/Written", "Programs/Mutants"] {
      let found = try FileManager.default.contentsOfDirectory(atPath: MutantFiles.folder + "/" + folder)
      #expect(found.filter { files[folder + "/" + $0] == nil } == [], "files of mutants that are no more")
    }
  }
}
#endif
