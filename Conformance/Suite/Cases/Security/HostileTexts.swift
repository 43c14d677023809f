/// Texts that are dangerous as SQL, patterns, search expressions or paths.
enum HostileTexts {
  /// All 200 texts, each once.
  static let all: [String] = lines + others

  /// The texts that an SQL text can contain: without a zero byte.
  static let withoutZero: [String] = all.filter { !$0.utf8.contains(0) }

  /// One on each line.
  private static let lines: [String] = #"""
    ' OR '1'='1
    ' OR 1=1 --
    ' OR 1=1 #
    ' OR 1=1/*
    " OR "1"="1
    " OR 1=1 --
    ') OR ('1'='1
    ')) OR (('1'='1
    '; DROP TABLE Hostile; --
    "; DROP TABLE Hostile; --
    `; DROP TABLE Hostile; --
    ]; DROP TABLE Hostile; --
    '); DROP TABLE Hostile; --
    1; DROP TABLE Hostile
    1); DELETE FROM Hostile; --
    ' UNION SELECT sql FROM sqlite_master --
    ' UNION ALL SELECT NULL, NULL --
    ' UNION SELECT name, sql FROM sqlite_schema WHERE '1'='1
    '; ATTACH DATABASE '/tmp/evil.db' AS evil; --
    '; ATTACH ':memory:' AS evil; CREATE TABLE evil.t(x); --
    '; PRAGMA writable_schema=ON; --
    '; PRAGMA key='stolen'; --
    '; PRAGMA journal_mode=OFF; --
    '; VACUUM INTO '/tmp/stolen.db'; --
    '; SELECT load_extension('/tmp/evil.so'); --
    ' || load_extension('evil') || '
    ' || (SELECT group_concat(sql) FROM sqlite_master) || '
    ' AND (SELECT count(*) FROM sqlite_master) > 0 --
    ' AND substr((SELECT sql FROM sqlite_master), 1, 1) = 'C
    ' AND randomblob(1000000000) --
    ' AND 1=like('abcdefg', upper(hex(randomblob(100000000)))) --
    '; BEGIN; DELETE FROM Hostile; COMMIT; --
    '; ROLLBACK; --
    '; SAVEPOINT s; RELEASE s; --
    '; CREATE TRIGGER evil AFTER INSERT ON Hostile BEGIN DELETE FROM Hostile; END; --
    '; INSERT INTO Hostile VALUES (999, 'x', 'y'); --
    '; UPDATE Hostile SET body = 'owned'; --
    '; REPLACE INTO Hostile VALUES (1, '', ''); --
    '; ALTER TABLE Hostile RENAME TO Stolen; --
    '; DROP VIEW IF EXISTS v; DROP INDEX IF EXISTS i; --
    '; REINDEX; ANALYZE; --
    '; DETACH main; --
    '; EXPLAIN SELECT 1; --
    admin'--
    admin' #
    admin'/*
    admin' OR '1'='1'--
    x' AND 1=(SELECT COUNT(*) FROM tabname); --
    x' OR full_name LIKE '%Bob%
    1 OR 1=1
    1' ORDER BY 10 --
    1' GROUP BY 1 HAVING 1=1 --
    -1 UNION SELECT 1
    0x31
    NULL
    CURRENT_TIMESTAMP
    ?
    ?1
    :name
    $name::(suffix)
    ?; SELECT 1
    ??
    %s
    %d%n%x
    {0}
    ${7*7}
    #{7*7}
    \(1 + 1)
    {{7*7}}
    <script>alert(1)</script>
    ../../etc/passwd
    ..\..\windows\win.ini
    file:evil.db?mode=rwc
    file::memory:?cache=shared
    :memory:
    || 'x'
    /* comment
    */ SELECT 1 /*
    /**/
    --
    -- comment
    --\n
    ;
    ;;
    ;SELECT 1
    SELECT
    SELECT 1
    select * from sqlite_master
    table
    '
    ''
    '''
    ''''
    "
    ""
    `
    [
    ]
    []
    ]]
    "a"."b"
    main.Hostile
    "main"."Hostile"
    a"b
    a'b
    a`b
    O'Reilly
    O''Reilly
    "quoted"
    'quoted'
    it's "both"
    \
    \\
    \'
    \"
    \';--
    \\';--
    %
    %%
    _
    %_%
    \%
    \_
    a%b_c\d
    *
    [a-z]
    [*]
    a*b?c[d]e
    foo"bar"*
    foo*
    ^foo
    -foo
    +foo
    foo AND bar
    foo NOT bar
    NOT
    NEAR(a b)
    NEAR(a b, 2)
    body : foo
    {body} : foo
    (
    )
    ((((
    "unbalanced
    *"
    " OR "
    :
    =
    <=>
    ,
    .
    $.a[0]
    $[#-1]
    {"a":1}
    {"a":"'; DROP TABLE Hostile; --"}
    [1,2
    ﬀ
    ſelect
    ＇ OR 1=1 --
    ʼ OR 1=1 --
    ‘ OR ’1’=’1
    “x” OR “1”=“1”
    ；DROP TABLE Hostile；
    ’; DROP TABLE Hostile; --
    ıI
    日本語
    العربية
    עברית
    👩‍👩‍👧‍👦
    🏳️‍🌈
    𝔘𝔫𝔦𝔠𝔬𝔡𝔢
    """#.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  /// Texts with control characters, surrounding white space, or a large size.
  private static let others: [String] = [
    "",
    " ",
    "  leading and trailing  ",
    "\t",
    "\n",
    "\r\n",
    "' OR 1=1 --\n; DROP TABLE Hostile",
    "line\u{2028}separator",
    "\u{feff}byte order mark",
    "\u{200b}zero width",
    "\u{202e}right to left",
    "\u{1}\u{2}\u{7f}",
    "\u{1b}[31mred",
    "\u{8}backspace",
    "\u{c}form feed",
    "\u{85}next line",
    "\u{fffd}replacement",
    "\u{ffff}not a character",
    "\u{10ffff}last",
    "\0",
    "a\0b",
    "'; DROP TABLE Hostile; --\0",
    "\0' OR 1=1 --",
    "e\u{301}",
    "\u{e9}",
    String(repeating: "'", count: 1000),
    String(repeating: "\"", count: 1001),
    String(repeating: "(", count: 2000),
    String(repeating: "a", count: 10_000),
  ]
}
