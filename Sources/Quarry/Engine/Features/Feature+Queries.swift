extension Feature {
  /// WITH (common table expression); since SQLite 3.8.3 (not OMIT_CTE).
  public static var commonTableExpressions: Feature { Feature(.commonTableExpressions) }

  /// WITH RECURSIVE; since SQLite 3.8.3 (not OMIT_CTE).
  public static var recursiveCommonTableExpressions: Feature { Feature(.recursiveCommonTableExpressions) }

  /// WITH in front of INSERT/UPDATE/DELETE; since SQLite 3.8.3 (not OMIT_CTE).
  public static var commonTableExpressionsInWrites: Feature { Feature(.commonTableExpressionsInWrites) }

  /// two or more recursive terms in one CTE; since SQLite 3.34.0 (not OMIT_CTE).
  public static var multipleRecursiveTerms: Feature { Feature(.multipleRecursiveTerms) }

  /// AS [NOT] MATERIALIZED hint; since SQLite 3.35.0 (not OMIT_CTE).
  public static var materializedHint: Feature { Feature(.materializedHint) }

  /// VALUES as a statement and as a row source; since SQLite 3.8.3.
  public static var valuesStatement: Feature { Feature(.valuesStatement) }

  /// columns of VALUES are called column1, column2 …; since SQLite 3.20.0.
  ///
  /// Not in the release notes: absent in 3.15.2, present in 3.20.1; name the columns in a CTE instead.
  public static var valuesColumnNames: Feature { Feature(.valuesColumnNames) }

  /// row values (comparison, IN); since SQLite 3.15.0.
  public static var rowValues: Feature { Feature(.rowValues) }

  /// UPDATE … SET (a,b)=(…); since SQLite 3.15.0.
  public static var rowValueUpdate: Feature { Feature(.rowValueUpdate) }

  /// TRUE/FALSE literals, IS [NOT] TRUE/FALSE; since SQLite 3.23.0.
  public static var trueFalseLiterals: Feature { Feature(.trueFalseLiterals) }

  /// hexadecimal integer literal; since SQLite 3.8.6.
  public static var hexadecimalLiterals: Feature { Feature(.hexadecimalLiterals) }

  /// underscore between digits; since SQLite 3.46.0.
  public static var digitSeparators: Feature { Feature(.digitSeparators) }

  /// RIGHT JOIN; since SQLite 3.39.0.
  public static var rightJoin: Feature { Feature(.rightJoin) }

  /// FULL JOIN; since SQLite 3.39.0.
  public static var fullJoin: Feature { Feature(.fullJoin) }

  /// IS [NOT] DISTINCT FROM; since SQLite 3.39.0.
  public static var isDistinctFrom: Feature { Feature(.isDistinctFrom) }

  /// ORDER BY … NULLS FIRST/LAST; since SQLite 3.30.0.
  public static var nullsOrder: Feature { Feature(.nullsOrder) }

  /// HAVING without GROUP BY on an aggregate query; since SQLite 3.39.0.
  public static var havingWithoutGroupBy: Feature { Feature(.havingWithoutGroupBy) }

  /// FILTER on a plain aggregate; since SQLite 3.30.0 (not OMIT_WINDOWFUNC).
  public static var filterAggregate: Feature { Feature(.filterAggregate) }

  /// ORDER BY inside an aggregate call; since SQLite 3.44.0.
  public static var aggregateOrderBy: Feature { Feature(.aggregateOrderBy) }

  /// ordered-set aggregate syntax WITHIN GROUP; since SQLite 3.47.0 (ENABLE_ORDERED_SET_AGGREGATES; before 3.51.0:
  /// never; from 3.51.0: ENABLE_PERCENTILE).
  public static var withinGroup: Feature { Feature(.withinGroup) }

  /// window functions, OVER(…); since SQLite 3.25.0 (not OMIT_WINDOWFUNC).
  public static var windowFunctions: Feature { Feature(.windowFunctions) }

  /// WINDOW clause; since SQLite 3.25.0 (not OMIT_WINDOWFUNC).
  public static var namedWindows: Feature { Feature(.namedWindows) }

  /// FILTER on an aggregate used as a window function; since SQLite 3.25.0 (not OMIT_WINDOWFUNC).
  public static var windowFilter: Feature { Feature(.windowFilter) }

  /// GROUPS frames; since SQLite 3.28.0 (not OMIT_WINDOWFUNC).
  public static var windowGroupsFrames: Feature { Feature(.windowGroupsFrames) }

  /// EXCLUDE clause; since SQLite 3.28.0 (not OMIT_WINDOWFUNC).
  public static var windowExclude: Feature { Feature(.windowExclude) }

  /// RANGE with <expr> PRECEDING/FOLLOWING; since SQLite 3.28.0 (not OMIT_WINDOWFUNC).
  public static var windowRangeOffset: Feature { Feature(.windowRangeOffset) }

  /// window chaining; since SQLite 3.28.0 (not OMIT_WINDOWFUNC).
  public static var windowChaining: Feature { Feature(.windowChaining) }

  /// table-valued function in FROM; since SQLite 3.9.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  public static var tableValuedFunctions: Feature { Feature(.tableValuedFunctions) }

  /// SELECT … FROM pragma_xxx(…); since SQLite 3.16.0 (not OMIT_VIRTUALTABLE).
  public static var pragmaFunctions: Feature { Feature(.pragmaFunctions) }

  /// x IN ((SELECT …)) looks at every row; since SQLite 3.41.0.
  ///
  /// Behaviour: earlier engines silently look at the first row only.
  public static var parenthesizedSubqueryIn: Feature { Feature(.parenthesizedSubqueryIn) }

  /// -> and ->> operators; since SQLite 3.38.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  public static var jsonArrow: Feature { Feature(.jsonArrow) }

  /// ->> with a negative index counts from the right; since SQLite 3.47.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0:
  /// not OMIT_JSON).
  ///
  /// NULL up to 3.45, error "bad JSON path" in 3.46.
  public static var jsonArrowNegativeIndex: Feature { Feature(.jsonArrowNegativeIndex) }

  /// '$[#-N]' in JSON paths; since SQLite 3.31.0 (before 3.38.0: ENABLE_JSON1; from 3.38.0: not OMIT_JSON).
  ///
  /// Earlier engines raise a run-time error.
  public static var jsonPathFromEnd: Feature { Feature(.jsonPathFromEnd) }

  /// RAISE(…, expression); since SQLite 3.47.0.
  public static var raiseExpression: Feature { Feature(.raiseExpression) }

  /// REGEXP operator; built into no version.
  ///
  /// Never built in; needs an application-defined regexp(pattern,text), so every stock library refuses.
  public static var regexpOperator: Feature { Feature(.regexpOperator) }

  /// date/time functions in indexes and CHECK (no now/localtime/utc); since SQLite 3.20.0.
  public static var dateFunctionsInIndexes: Feature { Feature(.dateFunctionsInIndexes) }
}
