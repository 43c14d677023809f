#if Command
internal import QuarryCommandKit

@main struct QuarryMain {
  static func main() async { await QuarryCommand.runProcess() }
}
#else
internal import Foundation

@main struct QuarryMain {
  static func main() {
    FileHandle.standardError.write(
      Data("quarry was built without the trait Command: build it with swift build --traits Command\n".utf8))
    exit(1)
  }
}
#endif
