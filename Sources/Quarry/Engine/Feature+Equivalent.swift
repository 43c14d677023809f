extension Feature {
  /// The exactly equivalent form that queries take on an engine without the feature, in a few words; nil when a query
  /// that needs the feature is refused there.
  ///
  /// Under ``FeaturePolicy/strict`` no equivalent is used.
  public var equivalent: String? { Feature.equivalents[self] }

  private static let equivalents: [Feature: String] = [
    .rightJoin: "a left join with the sides exchanged",
    .fullJoin: "a left join and the rows without a partner",
    .nullsOrder: "one more sort key that tells whether the value is NULL",
    .rowValues: "OR over AND, for IN over a list of rows",
    .isDistinctFrom: "IS NOT and IS",
    .filterAggregate: "CASE inside the aggregate",
    .iifFunction: "CASE",
    .concatFunction: "|| over coalesce",
    .concatWithSeparatorFunction: "|| over CASE",
    .concatWithSeparatorKeepsEmpty: "|| over CASE",
    .formatFunction: "printf",
    .stringAggregate: "group_concat",
    .havingWithoutGroupBy: "a condition around the aggregate query",
    .materializedHint: "the same common table expression without the hint",
    .unixEpochFunction: "strftime",
    .upsert: "an update and then an insert, inside a savepoint",
    .dropColumn: "making the table anew without the column",
    .renameColumn: "making the table anew with the other name",
    .renameTableUpdatesReferences: "making the table anew, and what refers to it",
    .returning: "reading the rows by their keys inside a savepoint",
    .updateDeleteLimit: "a condition on the keys of a limited SELECT",
  ]
}
