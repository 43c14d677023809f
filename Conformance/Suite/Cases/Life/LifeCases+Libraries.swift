extension LifeCases {
  static let libraries: [ConformanceCase] = [
    ConformanceCase(
      "LIFE-20", "a library that lacks a function is refused by the function's name, or only lacks a feature",
      .driver(.local, .dlopen), "Quarry: SQLiteLibrary",
      "A library without a needed function MUST be refused with its name; without another one, it MUST lack the feature.",
      body: ConformanceCase.inEngineLayer),
    ConformanceCase(
      "LIFE-21", "a library that is too old is refused with both versions", .driver(.local, .dlopen),
      "Quarry: SQLiteLibrary",
      "A library older than SQLite 3.15.0 MUST be refused, and the error MUST name its version and the oldest allowed one.",
      body: ConformanceCase.inEngineLayer),
  ]
}
