#if canImport(SwiftUI)
public import SwiftUI

extension EnvironmentValues {
  /// The database of ``Fetched`` properties. Set it with `View.database(_:)`.
  @Entry public var database: Database?
}

extension View {
  /// Sets the database of the ``Fetched`` properties in this view and its subviews.
  public func database(_ database: Database) -> some View { environment(\.database, database) }
}

/// A property of a view with the latest value of an observation.
///
/// ```swift
/// struct ArtistList: View {
///   @Fetched(Artist.all) var artists = []
///
///   var body: some View {
///     List(artists) { artist in Text(artist.name) }
///   }
/// }
/// ```
///
/// It reads the database of the environment.
@MainActor @propertyWrapper public struct Fetched<Value: Sendable>: @MainActor DynamicProperty {
  @Environment(\.database) private var database
  @State private var place = Place()
  private let initial: Value
  private let observe: (Database) -> DatabaseObservation<Value>

  /// Creates a property that observes a value of the environment's database.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value before the first fetch.
  ///   - observe: Returns the observation.
  public init(wrappedValue: Value, _ observe: @escaping (Database) -> DatabaseObservation<Value>) {
    initial = wrappedValue
    self.observe = observe
  }

  /// Creates a property with the rows of a query.
  ///
  /// - Parameters:
  ///   - wrappedValue: The rows before the first fetch.
  ///   - query: The query.
  public init<Query: SQLFetchable>(wrappedValue: [Query.Row], _ query: Query) where Value == [Query.Row] {
    self.init(wrappedValue: wrappedValue) { $0.observe(query) }
  }

  /// The latest value.
  public var wrappedValue: Value { place.observed?.value ?? initial }

  /// The observation, with its error; `nil` until the environment has a database.
  public var projectedValue: Observed<Value>? { place.observed }

  /// Updates the property for the environment's database.
  public mutating func update() {
    guard let database, place.database !== database else { return }
    place.database = database
    place.observed = Observed(initial, observe(database))
  }

  /// The state that the property keeps between updates of its view. An object, because an update must not set a view's
  /// state.
  @MainActor private final class Place {
    var database: Database?
    var observed: Observed<Value>?
  }
}
#endif
