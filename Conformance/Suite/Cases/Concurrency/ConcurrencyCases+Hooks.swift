import Quarry

extension ConcurrencyCases {
  static let hooks: [ConformanceCase] = [
    ConformanceCase(
      "CONC-21", "observers of rows are called for the right rows, and of commits not for what was rolled back",
      .driver(.local), "https://sqlite.org/c3ref/update_hook.html",
      "Each changed row MUST be reported once, with its kind, table and rowid.",
      body: ConformanceCase.inEngineLayer),
    ConformanceCase(
      "CONC-22", "functions written in Swift are called from two connections at once", .driver(.local),
      "https://sqlite.org/c3ref/create_function.html",
      "Each connection MUST call its own function, whatever others do meanwhile.",
      body: ConformanceCase.inEngineLayer),
  ]

  static let interrupts: [ConformanceCase] = [
    ConformanceCase(
      "CONC-20", "an interrupt before, during and after a statement", .driver(.local),
      "https://sqlite.org/c3ref/interrupt.html",
      "An interrupt MUST end the statement that runs, and MUST NOT hit one that starts later.",
      body: ConformanceCase.inEngineLayer)
  ]
}
