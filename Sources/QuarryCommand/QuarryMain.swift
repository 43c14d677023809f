internal import QuarryCommandKit

@main struct QuarryMain {
  static func main() async { await QuarryCommand.runProcess() }
}
