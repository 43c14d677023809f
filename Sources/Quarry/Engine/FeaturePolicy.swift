/// What happens to a query that needs a feature the engine does not have.
///
/// Under either policy nothing unsupported is ever sent: the choice is only between an exact equivalent and a refusal.
public enum FeaturePolicy: String, Sendable, Hashable, CaseIterable {
  /// Use an exactly equivalent form where one exists, refuse otherwise. This is the default.
  case lower
  /// Refuse every query that would need an equivalent form.
  case strict
}
