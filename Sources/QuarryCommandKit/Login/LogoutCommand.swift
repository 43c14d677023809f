#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarryIdentity

/// `quarry logout`: revokes a sign-in and removes it.
struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "End a sign-in: revoke its tokens at the service, and remove them here.",
    discussion: """
      The tokens are removed here first, whatever the service responds. If the service can't revoke tokens, the command says so: \
      a copied token remains valid there until it expires.

      Examples:
        quarry logout
        quarry logout work

      \(CommandExit.help)
      """)

  @Argument(help: "The name of the sign-in, as quarry login --list shows it. Optional if there is only one.")
  var name: String?

  func run() async throws {
    try await reportingErrors {
      let folder = try LoginFolder.current()
      let name = try name ?? only(folder.names)
      guard folder.names.contains(name) else {
        throw CommandError(
          "there is no sign-in with the name \(CellText.visible(name))"
            + SimilarName.hint(for: name, among: folder.names), exit: .usage)
      }
      try await end(name, in: folder, console: .current)
    }
  }

  private func only(_ names: [String]) throws -> String {
    guard let name = names.first else { throw CommandError("there are no sign-ins", exit: .usage) }
    guard names.count == 1 else {
      throw CommandError("give the name of a sign-in: \(names.joined(separator: ", "))", exit: .usage)
    }
    return name
  }

  private func end(_ name: String, in folder: LoginFolder, console: Console) async throws {
    var isRevoked = false
    var failure: (any Error)?
    do {
      if let login = try folder.login(name) {
        try await folder.session(login, named: name).signOut()
        isRevoked = login.server.revocationEndpoint != nil
      }
    } catch {
      failure = error
    }
    try folder.remove(name)
    console.print("Signed out of \(name).")
    if let failure {
      throw CommandError(
        "the tokens of \(name) were removed here, but couldn't be revoked at the service: "
          + ErrorReport.line(failure))
    }
    if !isRevoked {
      console.error("The service offers no way to revoke tokens; they expire by themselves there.\n")
    }
  }
}
#endif
