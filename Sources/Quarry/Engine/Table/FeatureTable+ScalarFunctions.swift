extension FeatureTableBuilder {
  /// The rows of the group "Scalar functions".
  mutating func addScalarFunctions() {
    group = .scalarFunctions

    row(
      .printfFunction, "fn.printf", since: "3.8.3",
      .function(name: "printf", argumentCount: 2), absent: .prepareError,
      "printf()",
      probe: "SELECT printf('%03d',7)",
      expect: .equals("007"))
    row(
      .formatFunction, "fn.format", since: "3.38.0",
      .function(name: "format", argumentCount: 2), absent: .prepareError,
      "format()",
      probe: "SELECT format('%03d',7)",
      expect: .equals("007"))
    row(
      .printfThousands, "fn.printf_thousands", since: "3.18.0", .version, absent: .silent,
      "printf('%,d')",
      probe: "SELECT printf('%,d',1234567)",
      expect: .equals("1,234,567"))
    row(
      .printfThousandsReal, "fn.printf_thousands_float", since: "3.42.0", .version, absent: .silent,
      "printf('%,f')",
      probe: "SELECT printf('%,.2f',1234567.25)",
      expect: .equals("1,234,567.25"))
    row(
      .instrFunction, "fn.instr", since: "3.7.15",
      .function(name: "instr", argumentCount: 2), absent: .prepareError,
      "instr()",
      probe: "SELECT instr('abc','c')",
      expect: .equals("3"))
    row(
      .charUnicodeFunctions, "fn.char_unicode", since: "3.7.16",
      .function(name: "unicode", argumentCount: 1), absent: .prepareError,
      "char(), unicode()",
      probe: "SELECT char(unicode('A')+1)",
      expect: .equals("B"))
    row(
      .likelihoodFunction, "fn.likelihood", since: "3.8.1",
      .function(name: "likelihood", argumentCount: 2), absent: .prepareError,
      "likelihood(), unlikely()",
      probe: "SELECT likelihood(1,0.5)+unlikely(0)",
      expect: .equals("1"))
    row(
      .likelyFunction, "fn.likely", since: "3.8.6",
      .function(name: "likely", argumentCount: 1), absent: .prepareError,
      "likely()",
      probe: "SELECT likely(1)",
      expect: .equals("1"))
    row(
      .substringFunction, "fn.substring", since: "3.34.0",
      .function(name: "substring", argumentCount: 3), absent: .prepareError,
      "substring() alias",
      probe: "SELECT substring('abc',2,1)",
      expect: .equals("b"))
    row(
      .iifFunction, "fn.iif", since: "3.32.0", .function(name: "iif", argumentCount: 3), absent: .prepareError,
      "iif(a,b,c)",
      probe: "SELECT iif(1,'y','n')",
      expect: .equals("y"))
    row(
      .iifTwoArguments, "fn.iif_two_args", since: "3.48.0",
      .function(name: "iif", argumentCount: 2), absent: .prepareError,
      "iif(a,b)",
      note: "listed as narg 2 and 3 by 3.48 and as -4 (at least two) from 3.49",
      probe: "SELECT iif(1,'y')",
      expect: .equals("y"))
    row(
      .ifFunction, "fn.if_alias", since: "3.48.0", .function(name: "if", argumentCount: 3), absent: .prepareError,
      "if() spelling",
      probe: "SELECT if(1,'y','n')",
      expect: .equals("y"))
    row(
      .iifManyArguments, "fn.iif_many_args", since: "3.49.0",
      .function(name: "iif", argumentCount: 4), absent: .prepareError,
      "iif() with any number of arguments",
      probe: "SELECT iif(0,'a',1,'b','c')",
      expect: .equals("b"))
    row(
      .signFunction, "fn.sign", since: "3.35.0", .function(name: "sign", argumentCount: 1), absent: .prepareError,
      "sign()",
      note: "needs no option, unlike the other math functions",
      probe: "SELECT sign(-3)",
      expect: .equals("-1"))
    row(
      .mathFunctions, "fn.math", since: "3.35.0", options: "+ENABLE_MATH_FUNCTIONS",
      .function(name: "sqrt", argumentCount: 1), absent: .prepareError,
      "math functions (sqrt, pow, ln, floor, mod, trig …)",
      probe: "SELECT round(sqrt(2)+pow(2,3)+ln(exp(1)),3)",
      expect: .equals("10.414"))
    row(
      .octetLengthFunction, "fn.octet_length", since: "3.43.0",
      .function(name: "octet_length", argumentCount: 1), absent: .prepareError,
      "octet_length()",
      probe: "SELECT octet_length('é')",
      expect: .equals("2"))
    row(
      .unhexFunction, "fn.unhex", since: "3.41.0",
      .function(name: "unhex", argumentCount: 1), absent: .prepareError,
      "unhex()",
      probe: "SELECT unhex('4142')",
      expect: .equals("AB"))
    row(
      .concatFunction, "fn.concat", since: "3.44.0",
      .function(name: "concat", argumentCount: 2), absent: .prepareError,
      "concat()",
      note: "narg is listed as -1 up to 3.48 and as -3 (at least one) from 3.49",
      probe: "SELECT concat('a',NULL,'b')",
      expect: .equals("ab"))
    row(
      .concatWithSeparatorFunction, "fn.concat_ws", since: "3.44.0",
      .function(name: "concat_ws", argumentCount: 3), absent: .prepareError,
      "concat_ws()",
      probe: "SELECT concat_ws('-','a','b')",
      expect: .equals("a-b"))
    row(
      .concatWithSeparatorKeepsEmpty, "fn.concat_ws_keeps_empty", since: "3.50.2", .version, absent: .silent,
      "concat_ws() keeps empty strings",
      note: "behaviour",
      probe: "SELECT concat_ws('-','a','','b')",
      expect: .equals("a--b"))
    row(
      .unistrFunction, "fn.unistr", since: "3.50.0",
      .function(name: "unistr", argumentCount: 1), absent: .prepareError,
      "unistr(), unistr_quote()",
      probe: #"SELECT unistr('\0041')||unistr_quote('x')"#,
      expect: .equals("A'x'"))
    row(
      .soundexFunction, "fn.soundex", since: "", options: "+SOUNDEX",
      .function(name: "soundex", argumentCount: 1), absent: .prepareError,
      "soundex()",
      probe: "SELECT soundex('Tymczak')",
      expect: .equals("T522"))
    row(
      .sqliteOffsetFunction, "fn.sqlite_offset", since: "3.23.0", options: "+ENABLE_OFFSET_SQL_FUNC",
      .function(name: "sqlite_offset", argumentCount: 1), absent: .prepareError,
      "sqlite_offset()",
      setup: "CREATE TABLE t(k); INSERT INTO t VALUES(1)",
      probe: "SELECT sqlite_offset(k) IS NOT NULL FROM t",
      expect: .equals("1"))
    row(
      .loadExtensionFunction, "fn.load_extension", since: "3.3.13", options: "-OMIT_LOAD_EXTENSION",
      .function(name: "load_extension", argumentCount: 1), absent: .runtimeError,
      "load_extension() SQL function present (refuses until enabled)",
      note: """
        3.7.0 words the refusal otherwise; the SQL function is registered unless OMIT_LOAD_EXTENSION; it \
        answers 'not authorized' until db_config(1005) or enable_load_extension turns it on
        """,
      probe: "SELECT load_extension('nosuchfile')",
      expect: .error(containing: "not authorized"))
    row(
      .functionArguments1000, "fn.max_args_1000", since: "3.48.0", .limit(6, atLeast: 1_000), absent: .prepareError,
      "more than 127 function arguments (limit 1000)",
      note: "limit number 6 = SQLITE_LIMIT_FUNCTION_ARG",
      probe: """
        SELECT max(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,\
        33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,\
        66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,\
        99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,\
        124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,\
        149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,166,167,168,169,170,171,172,173,\
        174,175,176,177,178,179,180,181,182,183,184,185,186,187,188,189,190,191,192,193,194,195,196,197,198,\
        199)
        """,
      expect: .equals("199"))
    row(
      .boundParameters32766, "fn.max_variable_32766", since: "3.32.0",
      .limit(9, atLeast: 32_766), absent: .prepareError,
      "32766 bound parameters by default (999 before)",
      note: """
        limit number 9 = SQLITE_LIMIT_VARIABLE_NUMBER; a build can set MAX_VARIABLE_NUMBER (Debian: \
        250000), so ask sqlite3_limit, not the version
        """,
      probe: "SELECT ?32766")
  }
}
