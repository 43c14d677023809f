#if Command
import Foundation

/// Lines on standard output, at once: what was said before a crash counts.
enum Output {
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
#endif
