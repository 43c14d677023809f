extension ConformanceCatalog {
  /// All cases of this package, in the order of areas and numbers.
  public static let current = ConformanceCatalog(
    cases: ConformanceArea.allCases.flatMap { area in
      lists.flatMap { $0.cases }.filter { $0.area == area }.sorted { $0.number < $1.number }
    },
    retired: lists.flatMap { $0.retired }, upcoming: lists.flatMap { $0.upcoming })

  /// The lists of cases, one type for each area.
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
      ObservationCases.self,
      RelationCases.self,
    ]
  }
}
