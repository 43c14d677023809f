#if canImport(SwiftUI)
public import SwiftUI

extension EnvironmentValues {
  /// The database that ``Fetched`` properties read; set it with `View.database(_:)`.
  @Entry public var database: Database?
}

extension View {
  /// Sets the database that ``Fetched`` properties of the view, and of those inside it, read.
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
/// The database is that of the environment.
@MainActor @propertyWrapper public struct Fetched<Value: Sendable>: @MainActor DynamicProperty {
  @Environment(\.database) private var database
  @State private var place = Place()
  private let initial: Value
  private let observe: (Database) -> DatabaseObservation<Value>

  /// Creates a property that observes what a closure makes of the database.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value before the first fetch.
  ///   - observe: Returns what to observe.
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

  /// The observation, with its error, once there is a database.
  public var projectedValue: Observed<Value>? { place.observed }

  /// Follows the database of the environment.
  public mutating func update() {
    guard let database, place.database !== database else { return }
    place.database = database
    place.observed = Observed(initial, observe(database))
  }

  /// What the property keeps between updates of its view. An object, since a view's state must not be set by an update.
  @MainActor private final class Place {
    var database: Database?
    var observed: Observed<Value>?
  }
}
#endif
