/// Values: what goes in comes out, by storage class, bits and length, whichever way it takes.
enum ValueCases: CaseList {
  static let cases: [ConformanceCase] =
    nulls + integers + integerLimits + reals + realsInColumns + texts + textLengths + blobs + affinities + conversions
    + cells + decoding + mappings + largeResults + strictTables + wire
}
