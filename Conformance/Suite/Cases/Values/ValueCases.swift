/// Values: they keep their storage class, bits and length on every path.
enum ValueCases: CaseList {
  static let cases: [ConformanceCase] =
    nulls + integers + integerLimits + reals + realsInColumns + texts + textLengths + blobs + affinities + conversions
    + cells + decoding + mappings + largeResults + strictTables + wire
}
