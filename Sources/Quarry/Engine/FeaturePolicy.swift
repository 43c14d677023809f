/// What happens to a query that needs a feature that the engine lacks.
///
/// Under either policy, unsupported SQL is never sent. The choice is between an exact equivalent and an error.
public enum FeaturePolicy: String, Sendable, Hashable, CaseIterable {
  /// Uses an exactly equivalent form if there is one, and throws otherwise. This is the default.
  case lower
  /// Throws for every query that would need an equivalent form.
  case strict
}
