/// A part of the list of cases.
protocol CaseList {
  /// The cases.
  static var cases: [ConformanceCase] { get }
  /// Identifiers that are not used any more.
  static var retired: [RetiredCase] { get }
  /// Identifiers whose cases come later.
  static var upcoming: [UpcomingCase] { get }
}

extension CaseList {
  static var retired: [RetiredCase] { [] }
  static var upcoming: [UpcomingCase] { [] }
}

extension ConformanceCatalog {
  /// Where the cases stand, one type for each area.
  static var lists: [any CaseList.Type] {
    [
      LifeCases.self,
      ValueCases.self,
      ParameterCases.self,
      StatementCases.self,
      ErrorCases.self,
      TransactionCases.self,
      ConstraintCases.self,
      PredicateCases.self,
      JoinCases.self,
      OrderingCases.self,
      AggregateCases.self,
      UpsertCases.self,
      DefinitionCases.self,
      JSONCases.self,
      FullTextCases.self,
      DateCases.self,
      ConcurrencyCases.self,
      EncryptionCases.self,
      SecurityCases.self,
      RemoteCases.self,
      DistributedCases.self,
      SuiteCases.self,
      GateCases.self,
      DriftCases.self,
      CodingCases.self,
    ]
  }
}
