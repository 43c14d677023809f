#if Command
internal import Quarry
internal import QuarryIdentity
internal import QuarryRemote

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The output of `quarry login --list`: everything except the tokens.
struct LoginList {
  let folder: LoginFolder

  /// Writes the list.
  func show(on console: Console) async {
    let names = folder.names
    guard !names.isEmpty else {
      console.print("There are no sign-ins.")
      return
    }
    var table = TextTable(["name", "server", "client", "database", "access"])
    for name in names {
      do {
        guard let login = try folder.login(name) else { continue }
        let server = (try? HTTPOrigin(login.server.tokenEndpoint))?.description ?? login.server.tokenEndpoint
        table.append(
          [name, server, login.clientID, login.database ?? "", await access(login, name)].map(CellText.visible))
      } catch {
        table.append([CellText.visible(name), "", "", "", "cannot be read"])
      }
    }
    console.print(String(table.render(for: console).dropLast()))
  }

  /// The remaining time of the access.
  private func access(_ login: StoredLogin, _ name: String) async -> String {
    do {
      guard let grant = try await folder.session(login, named: name).grant() else { return "signed out" }
      if grant.refreshToken != nil { return "renewed when needed" }
      guard let expiry = grant.expiry else { return "until it is revoked" }
      return (expiry < Date() ? "ended " : "until ") + expiry.formatted(.iso8601)
    } catch {
      return "key or tokens cannot be read"
    }
  }
}
#endif
