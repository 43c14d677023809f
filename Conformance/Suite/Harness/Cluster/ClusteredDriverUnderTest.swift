/// A driver under test whose databases are on several nodes, each of which the suite can address.
///
/// For a driver of kind `dist` with a plain ``DriverUnderTest`` harness, the cases that must address nodes don't apply.
public protocol ClusteredDriverUnderTest: DriverUnderTest {
  /// Returns the nodes of a request's database. Equal requests have the same nodes.
  ///
  /// - Returns: The nodes, or `nil` if they can't be addressed.
  /// - Throws: Any error if the nodes can't be reached.
  func cluster(for request: DriverRequest) async throws -> (any ClusterUnderTest)?
}
