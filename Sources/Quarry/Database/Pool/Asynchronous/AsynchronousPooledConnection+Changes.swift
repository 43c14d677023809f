extension AsynchronousPooledConnection {
  func changeToken() async throws -> ChangeToken {
    try await cancellable { me in
      try me.requireUsable()
      return try await me.connection.changeToken()
    }
  }

  func require(_ changes: RequiredChanges?) { connection.require(changes) }
}
