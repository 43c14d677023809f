#if Identity
public import Quarry

/// A condition on records, in which values are bound and can't become part of its text.
///
/// ```swift
/// let own = BosBaseFilter(Post.self) { $0.author == id && $0.created >= day }     // typed
/// let same: BosBaseFilter = "author = \(id) && created >= \(day)"                 // by hand: values are bound
/// let named = BosBaseFilter("author = {:author}", ["author": id])                 // by hand: names
/// ```
///
/// A text on the right of `~` matches as a part, with `%` and `_` literal. Write patterns in the text of the filter,
/// or use `like` in a typed one.
///
/// Errors occur when the filter is used: ``BosBaseError`` with code `.unsupportedFilter` or `.invalidFilter`. For
/// example, a text can't end in a backslash, because some servers can't read it.
public struct BosBaseFilter: Sendable {
  /// The text of the filter, or the reason why there is none.
  let content: Result<String, BosBaseError>

  init(content: Result<String, BosBaseError>) { self.content = content }

  init(_ body: () throws(BosBaseError) -> String) {
    do throws(BosBaseError) {
      content = .success(try body())
    } catch {
      content = .failure(error)
    }
  }

  /// The longest text that servers accept, in bytes.
  static let maximumBytes = 3500

  /// Returns the text for the server, in parentheses.
  ///
  /// - Throws: ``BosBaseError`` with code `.unsupportedFilter`, `.invalidFilter`, `.inexactNumber` or `.invalidData`.
  public func text() throws(BosBaseError) -> String {
    let text = "(\(try content.get()))"
    guard text.utf8.count <= Self.maximumBytes else {
      throw BosBaseError(
        .unsupportedFilter, "The filter has \(text.utf8.count) bytes; servers take \(Self.maximumBytes)")
    }
    return text
  }
}

extension BosBaseFilter {
  /// Returns a filter that requires both conditions.
  public static func && (left: BosBaseFilter, right: BosBaseFilter) -> BosBaseFilter {
    BosBaseFilter { () throws(BosBaseError) in "(\(try left.content.get())) && (\(try right.content.get()))" }
  }

  /// Returns a filter that requires at least one of the conditions.
  public static func || (left: BosBaseFilter, right: BosBaseFilter) -> BosBaseFilter {
    BosBaseFilter { () throws(BosBaseError) in "(\(try left.content.get())) || (\(try right.content.get()))" }
  }
}

// MARK: - Typed

extension BosBaseFilter {
  /// Creates a filter from a typed condition.
  ///
  /// If the server's grammar can't express an operator, the filter throws and names it: functions other than `lower`,
  /// arithmetic, subqueries, `GLOB`, case-sensitive search, `LIKE` without `%`.
  ///
  /// > Note: The server has no missing numbers and truth values, and an empty text is a missing one. `isNull` matches
  /// > empty texts, and `!=` matches missing values.
  ///
  /// - Parameter condition: The condition over bare columns, as in `BosBaseFilter(Post.title == title)`.
  public init(_ condition: SQLPredicate) {
    self.init { () throws(BosBaseError) in try BosBaseFilterRenderer.condition(condition.syntax, negated: false) }
  }

  /// Creates a filter from a typed condition over the columns of a mapped type.
  ///
  /// - Parameters:
  ///   - type: The mapped type. Its columns must have the names of the fields.
  ///   - condition: Returns the condition, as in `BosBaseFilter(Post.self) { $0.title.contains(word) }`.
  public init<Record: SQLDecodable, Condition: SQLExpressible>(
    _ type: Record.Type, where condition: (Record.SourceColumns) -> Condition
  ) where Condition.Value.Unwrapped == Bool {
    let filters = Record.where(condition).select.filters
    self.init { () throws(BosBaseError) in try BosBaseFilterRenderer.condition(.all(filters), negated: false) }
  }
}

extension BosBaseFilter: CustomStringConvertible, CustomReflectable {
  /// A placeholder, since the text holds values.
  public var description: String { "BosBaseFilter(hidden)" }
  /// No children, so that no value is shown.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
