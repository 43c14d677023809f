#if Command
internal import Quarry
internal import QuarryIdentity
internal import QuarryRemote

extension DriverEnvironment {
  /// The environment of the process, with the sign-ins of `quarry login`.
  static var command: DriverEnvironment {
    var environment = DriverEnvironment.process
    environment.signIn = { (name) throws(DatabaseError) in
      do {
        let folder = try LoginFolder.current()
        guard let login = try folder.login(name) else { return nil }
        let session = try folder.session(login, named: name)
        let tokens =
          login.database.map { session.tokens(forDatabase: $0, at: login.serviceAddress) } ?? session.tokens
        return DriverSignIn(
          serviceAddress: login.serviceAddress, database: login.database,
          token: { () throws(DatabaseError) in try await tokens.token() }, refused: { await tokens.refused($0) })
      } catch let error as IdentityError {
        throw error.databaseError
      } catch let error as CommandError {
        throw DatabaseError(.invalidConfiguration, error.description)
      } catch {
        throw DatabaseError(.invalidConfiguration, "the sign-in \(name) cannot be used", underlying: error)
      }
    }
    return environment
  }
}
#endif
