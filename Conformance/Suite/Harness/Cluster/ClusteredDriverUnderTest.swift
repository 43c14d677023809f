/// A driver under test whose databases live on several nodes, each of which the suite can ask by itself.
///
/// Cases about distributed engines do not apply to a driver of kind `dist` whose harness is a plain
/// ``DriverUnderTest``, as far as they have to tell nodes apart.
public protocol ClusteredDriverUnderTest: DriverUnderTest {
  /// The nodes that hold the database of a request; the same ones for equal requests.
  ///
  /// - Returns: `nil` when the nodes cannot be told apart after all.
  func cluster(for request: DriverRequest) async throws -> (any ClusterUnderTest)?
}
