import Quarry

/// Scalar expressions with their values in the reference engine (SQLite 3.40.1), reviewed by hand.
///
/// Each line has the form `expression => value`. A value is NULL, a text in quotes, a real with a decimal point or an
/// exponent, or an integer.
enum ScalarTable {
  /// Expressions and their values on every engine from 3.15.2 to 3.54.
  static let usual = #"""
    -(5) => -5
    - -5 => 5
    -'12' => -12
    -'abc' => 0
    -NULL => NULL
    -x'31' => -1
    -1.5 => -1.5
    +'a' => 'a'
    +NULL => NULL
    ~0 => -1
    ~5 => -6
    ~-1 => 0
    ~'3' => -4
    ~2.9 => -3
    ~NULL => NULL
    NOT 0 => 1
    NOT 1 => 0
    NOT NULL => NULL
    NOT 'abc' => 1
    NOT '1x' => 0
    NOT 0.0 => 1
    'a'||'b' => 'ab'
    'a'||1 => 'a1'
    1||2 => '12'
    1.5||'' => '1.5'
    'a'||NULL => NULL
    NULL||NULL => NULL
    x'61'||'b' => 'ab'
    typeof(x'61'||x'62') => 'text'
    ''||'' => ''
    -1||2 => '-12'
    'x'||1+1 => 1
    1 & 3 => 1
    6 & 3 => 2
    6 | 9 => 15
    -1 & 255 => 255
    1 | NULL => NULL
    NULL & 0 => NULL
    '7' & 3 => 3
    7.9 & 3 => 3
    'abc' | 2 => 2
    1 << 4 => 16
    1 << 64 => 0
    1 << -1 => 0
    8 >> 1 => 4
    -8 >> 1 => -4
    -1 >> 63 => -1
    -1 >> 64 => -1
    1 >> 64 => 0
    8 >> -2 => 32
    NULL << 1 => NULL
    1 << NULL => NULL
    1 << 4 >> 2 => 4
    7 % 3 => 1
    -7 % 3 => -1
    7 % -3 => 1
    7.9 % 3 => 1.0
    7 % 2.9 => 1.0
    '10' % 4 => 2
    10 % 'x' => NULL
    7 % NULL => NULL
    7 / 2 => 3
    -7 / 2 => -3
    7 / -2 => -3
    7 / 2.0 => 3.5
    7.0 / 2 => 3.5
    '7' / 2 => 3
    '7.0' / 2 => 3.5
    1 + 2 => 3
    1 + 2.0 => 3.0
    1 + '2' => 3
    1 + '2.5' => 3.5
    1 + '3abc' => 4
    1 + 'abc' => 1
    1 + NULL => NULL
    1 + x'32' => 3
    3037000500 * 3037000500 => 9.22337203700025e+18
    0 * -1 => 0
    2 - 5 => -3
    2.5 - 1 => 1.5
    '5' - '7' => -2
    2 * 3 => 6
    2 * 3.5 => 7.0
    '2' * '4' => 8
    2 * NULL => NULL
    1 + 2 * 3 => 7
    (1 + 2) * 3 => 9
    2 - 3 - 4 => -5
    24 / 4 / 2 => 3
    2 + 3 || 4 => 36
    1 < 2 => 1
    1 < 2 < 3 => 1
    3 > 2 > 1 => 0
    1 = 1.0 => 1
    'a' = 'A' => 0
    1 = '1' => 0
    1 <> 2 => 1
    1 != 1 => 0
    1 == 1 => 1
    NULL = NULL => NULL
    NULL IS NULL => 1
    1 IS NOT NULL => 1
    1 IS 1 => 1
    1 AND 0 => 0
    1 AND NULL => NULL
    0 AND NULL => 0
    1 OR NULL => 1
    0 OR NULL => NULL
    NOT 1 OR 1 => 1
    NOT (1 OR 1) => 0
    NOT 1 = 2 => 1
    -2 < 1 => 1
    1 | 2 & 4 => 0
    1 + 1 << 2 => 8
    6 & 3 = 2 => 1
    5 BETWEEN 1 AND 10 => 1
    5 NOT BETWEEN 1 AND 10 => 0
    NULL BETWEEN 1 AND 2 => NULL
    5 BETWEEN NULL AND 2 => 0
    5 BETWEEN NULL AND 9 => NULL
    1 IN (1,2) => 1
    3 IN (1,2) => 0
    3 IN (1,NULL) => NULL
    1 IN (1,NULL) => 1
    NULL IN (1) => NULL
    NULL IN () => 0
    1 IN () => 0
    1 NOT IN () => 1
    CASE 1 WHEN 1 THEN 'a' END => 'a'
    CASE 2 WHEN 1 THEN 'a' END => NULL
    CASE NULL WHEN NULL THEN 1 ELSE 2 END => 2
    CASE WHEN NULL THEN 1 ELSE 2 END => 2
    CASE WHEN 0.5 THEN 1 END => 1
    CASE WHEN 'a' THEN 1 ELSE 0 END => 0
    0x10 => 16
    0xff + 1 => 256
    0xffffffffffffffff => -1
    1e3 => 1000.0
    .5 => 0.5
    5. => 5.0
    1e400 - 1e400 => NULL
    typeof(1e3) => 'real'
    typeof(10/4) => 'integer'
    typeof(10/4.0) => 'real'
    typeof(9223372036854775807+1) => 'real'
    typeof(-(-9223372036854775807-1)) => 'real'
    typeof(7.9 % 3) => 'real'
    typeof(1 << 2) => 'integer'
    typeof('1' + '1') => 'integer'
    typeof('1' + '1.0') => 'real'
    typeof('abc' * 1) => 'integer'
    typeof(x'' || '') => 'text'
    'a' COLLATE NOCASE = 'A' => 1
    'a' LIKE 'A' => 1
    'a' GLOB 'A' => 0
    'a' || 'b' = 'ab' => 1
    1 = 2 = 0 => 1
    1 < NULL => NULL
    NULL <> NULL => NULL
    NOT NULL IS NULL => 0
    +5 => 5
    - - - 5 => -5
    ~~5 => 5
    -~5 => 6
    ~-5 => 4
    1 - -1 => 2
    2 * -3 => -6
    -2 * -3 => 6
    -'0x10' => 0
    '0x10' + 1 => 1
    '1e2' + 1 => 101.0
    '-3' + 1 => -2
    '+3' + 1 => 4
    '.5' + 1 => 1.5
    'inf' + 1 => 1
    1.0 || '' => '1.0'
    100000000000000000000 || '' => '1.0e+20'
    -0.0 || '' => '0.0'
    1 % '0x' => NULL
    """#

  /// Expressions with integers beyond 2^53.
  static let large = #"""
    -(-9223372036854775807-1) => 9.223372036854776e+18
    1 << 62 => 4611686018427387904
    1 << 63 => -9223372036854775808
    -9223372036854775807 % -1 => 0
    (-9223372036854775807-1) % -1 => 0
    1 / 3.0 => 0.3333333333333333
    (-9223372036854775807-1) / -1 => 9.223372036854776e+18
    9223372036854775807 + 1 => 9.223372036854776e+18
    9223372036854775807 + 0 => 9223372036854775807
    -9223372036854775807 - 2 => -9.223372036854776e+18
    9223372036854775807 * 2 => 1.8446744073709552e+19
    4611686018427387904 * 2 => 9.223372036854776e+18
    3037000499 * 3037000499 => 9223372030926249001
    9223372036854775807 - -1 => 9.223372036854776e+18
    0x7fffffffffffffff => 9223372036854775807
    9223372036854775808 => 9.223372036854776e+18
    -9223372036854775808 => -9223372036854775808
    9223372036854775807.0 = 9223372036854775807 => 0
    CAST(9223372036854775807.0 AS INTEGER) => 9223372036854775807
    9007199254740993 + 0.0 = 9007199254740993 => 0
    """#

  /// Divisions by zero.
  static let divisions = #"""
    7 % 0 => NULL
    7 / 0.5 => 14.0
    7 / 0 => NULL
    7 / 0.0 => NULL
    7.0 / 0 => NULL
    7 % 0.0 => NULL
    0 / 0 => NULL
    0.0 / 0.0 => NULL
    1 / 'abc' => NULL
    1 / '0' => NULL
    1 / '' => NULL
    1 / x'' => NULL
    1 / 0.4 => 2.5
    1 % 0.4 => NULL
    -9223372036854775808 / 0 => NULL
    1e308 / 0 => NULL
    1 / -0.0 => NULL
    NULL / 0 => NULL
    0 / NULL => NULL
    1 / (1 - 1) => NULL
    1 + 1 / 0 => NULL
    (1 / 0) IS NULL => 1
    coalesce(1 / 0, 'none') => 'none'
    1 IN (1 / 0) => NULL
    1e400 / 0 => NULL
    """#

  /// The lines of a table.
  static func entries(_ table: String) -> [(expression: String, value: SQLValue)] {
    table.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " => ")
      return parts.count == 2 ? (String(parts[0]), value(String(parts[1]))) : nil
    }
  }

  private static func value(_ text: String) -> SQLValue {
    if text == "NULL" { return .null }
    if text.hasPrefix("'") { return .text(String(text.dropFirst().dropLast())) }
    if let integer = Int64(text) { return .integer(integer) }
    return .real(Double(text) ?? .nan)
  }
}
