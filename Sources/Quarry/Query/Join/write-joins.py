#!/usr/bin/env python3
"""Writes the types of queries, one for each number of sources: SQLQuery, SQLJoin2, SQLJoin3, …, SQLJoinMany.

One type over a parameter pack would say the same once. But the compiler (6.3) does not type-check chains that append to
the pack of a type more than once, and where a function brings the pack instead, it binds the pack so late that an
integer literal in a closure is taken for an Int before the type of the column beside it is known. Overloads over tuples
make long chains too slow to check. So the first numbers of sources are types of their own, without packs and without
overloads; only from the seventh source on there is a pack.

Run it from the root of the package after a change, and format what it wrote:

    python3 Sources/Quarry/Query/Join/write-joins.py && swift format format -r -i Sources/Quarry/Query/Join/Types
"""

import os
import textwrap

SPELLED_OUT = 6
FOLDER = "Sources/Quarry/Query/Join/Types"
HEADER = "// Written by Sources/Quarry/Query/Join/write-joins.py. Change that file, not this one.\n\n"
WORDS = {1: "one source", 2: "two sources", 3: "three sources", 4: "four sources", 5: "five sources", 6: "six sources"}

KINDS = [
    ("join", "inner", False, False, "Pairs every row with the rows of another table", "pairs that fit", ""),
    ("leftJoin", "left", False, True,
     "Pairs every row with the rows of another table, and keeps rows without a partner", "the other may be missing", ""),
    ("rightJoin", "right", True, False,
     "Pairs every row with the rows of another table, and keeps rows of the other table without a partner",
     "everything before may be missing", "\n\nEngines before SQLite 3.39 get the equal left join."),
    ("fullJoin", "full", True, True,
     "Pairs every row with the rows of another table, and keeps rows without a partner on both sides",
     "either side may be missing",
     "\n\nEngines before SQLite 3.39 get an equal left join together with the rows that have no partner."),
]

KEY = """

The condition is a foreign key: the one of `key`, or the only one that relates the new table to a table before it, in either direction. A key that is missing or ambiguous is an error when the query is rendered."""

PARAMETERS = """

- Parameters:
  - other: the type of the other table.
  - key: a column with a foreign key, or a foreign key, of either side."""

QUERY = "a query of its own, or a common table expression"


def comment(text, indent="  "):
    lines = []
    for paragraph in text.split("\n"):
        if not paragraph.strip():
            lines.append(f"{indent}///")
        elif paragraph[0] in " -`" or paragraph.startswith("  "):
            lines.append(f"{indent}/// {paragraph}")
        else:
            lines += [f"{indent}/// {line}" for line in textwrap.wrap(paragraph, 116 - len(indent))]
    return "\n".join(lines)


class Arity:
    """Everything that depends on the number of sources."""

    def __init__(self, count):
        self.count = count
        self.isOpen = count > SPELLED_OUT
        if count == 1:
            self.names, self.type = ["Record"], "SQLQuery"
            self.generics = "Record: SQLDecodable"
        elif self.isOpen:
            self.names, self.type = ["each Source"], "SQLJoinMany"
            self.generics = "each Source: SQLSource"
        else:
            self.names, self.type = list("ABCDEF")[:count], f"SQLJoin{count}"
            self.generics = ", ".join(f"{name}: SQLSource" for name in self.names)

    def each(self, pattern):
        if self.isOpen:
            return ["repeat " + pattern.replace("X", "(each Source)")]
        return [pattern.replace("X", name) for name in self.names]

    @property
    def row(self):
        parts = ["repeat each Source"] if self.isOpen else self.names
        return parts[0] if len(parts) == 1 and not self.isOpen else "(" + ", ".join(parts) + ")"

    @property
    def columns(self):
        return self.each("X.SourceColumns")

    @property
    def next(self):
        return self.each("$0.next(X.self)")

    def joined(self, leftIsOptional, rightIsOptional):
        left = self.each("X.Nullable") if leftIsOptional else (
            ["repeat each Source"] if self.isOpen else self.names)
        type = "SQLJoinMany" if self.count >= SPELLED_OUT else f"SQLJoin{self.count + 1}"
        return f"{type}<{', '.join(left + ['Other?' if rightIsOptional else 'Other'])}>"


def clause(arity, doc, name, generics, label, closure, result, call, condition=""):
    made = f"{{ make({', '.join(arity.next)}) }}"
    angle = f"<{generics}>" if generics else ""
    where = f"\n  where {condition}" if condition else ""
    return f"""{comment(doc)}
  public func {name}{angle}(
    {label}: ({', '.join(arity.columns)}) -> {closure}
  ) -> {result}{where} {{ {call.replace('CALL', made)} }}
"""


def clauses(arity):
    isTrue = "Condition.Value.Unwrapped == Bool"
    return [
        clause(arity, "Keeps the rows that meet a condition, and those of earlier calls too.", "`where`",
               "Condition: SQLExpressible", "_ make", "Condition", "Self", "filtered CALL", isTrue),
        clause(arity, "Orders the rows by one expression; terms of later calls decide among rows that are equal so far.",
               "order", "Term: SQLOrderable", "_ make", "Term", "Self", "ordered CALL"),
        clause(arity, "Orders the rows by several expressions, as in `order { ($0.year.descending, $0.title) }`.",
               "order", "each Term: SQLOrderable", "_ make", "(repeat each Term)", "Self", "orderedByAll CALL"),
        clause(arity, "Makes one row of all rows for which the expression has equal values.",
               "group", "Term: SQLExpressible", "by make", "Term", "Self", "grouped CALL"),
        clause(arity, "Makes one row of all rows for which the expressions have equal values.",
               "group", "each Term: SQLExpressible", "by make", "(repeat each Term)", "Self", "groupedByAll CALL"),
        clause(arity, "Keeps the groups that meet a condition, and those of earlier calls too.", "having",
               "Condition: SQLExpressible", "_ make", "Condition", "Self", "havingMet CALL", isTrue),
        clause(arity, "Gives a window a name, for calls with `over(named:)`.", "window", "", "_ name: String, _ make",
               "SQLWindow", "Self", "windowed(name) CALL"),
        clause(arity, "Chooses the one value that a row is made of. Comes last.", "select", "Result: SQLSelectable",
               "_ make", "Result", "SQLProjection<Result.Output>", "selecting CALL"),
        clause(arity, "Chooses what a row is made of: columns, expressions, aggregates, whole records. Comes last.",
               "select", "each Result: SQLSelectable", "_ make", "(repeat each Result)",
               "SQLProjection<(repeat (each Result).Output)>", "selectingAll CALL"),
    ]


def joins(arity):
    # A closure cannot be called with a pack and one more argument behind it.
    made = ("{ $0.call(make, repeat (each Source).self, Other.self) }" if arity.isOpen else
            f"{{ make({', '.join(arity.next + ['$0.next(Other.self)'])}) }}")
    for name, kind, leftIsOptional, rightIsOptional, doc, why, lowered in KINDS:
        result = arity.joined(leftIsOptional, rightIsOptional)
        for parameter, source, what in [("_ other: Other.Type", "Other.source", doc),
                                        ("_ query: SQLQuery<Other>", "query.source", f"Joins {QUERY}")]:
            full = KEY + lowered + PARAMETERS if arity.count == 1 and what == doc else ""
            yield f"""{comment(f"{what}: {why}; by foreign key.{full}")}
  public func {name}<Other: SQLDecodable>(
    {parameter}, on key: (any SQLJoinKey)? = nil
  ) -> {result} {{
    {result}(select.joining({source}, .{kind}, key))
  }}
"""
            yield f"""{comment(f"{what}: {why}; by a condition.")}
  public func {name}<Other: SQLDecodable, Condition: SQLExpressible>(
    {parameter}, on make: ({', '.join(arity.columns + ['Other.SourceColumns'])}) -> Condition
  ) -> {result}
  where Condition.Value.Unwrapped == Bool {{
    {result}(select.joining({source}, .{kind}) {made})
  }}
"""
    result = arity.joined(False, False)
    for parameter, source, what in [("_ other: Other.Type", "Other.source", "another table"),
                                    ("_ query: SQLQuery<Other>", "query.source", QUERY)]:
        yield f"""{comment(f"Pairs every row with every row of {what}.")}
  public func crossJoin<Other: SQLDecodable>({parameter}) -> {result} {{
    {result}(select.joining({source}, .cross))
  }}
"""


def declaration(arity):
    if arity.count == 1:
        doc = """A query over one table, or over another query or common table expression that is read as one.

A query is a value: every method answers a new one. However often and in whichever order they are called, the conditions narrow one and the same SELECT; to filter what a limit left over, put the query into FROM with ``SQLDecodable/from(_:)``.

```swift
Album.join(Artist.self, on: Album.artistID)
  .where { album, artist in artist.name.like("A%") && album.year >= 1990 }
  .order { album, _ in album.title.ascending }
  .limit(10)                                       // rows are (Album, Artist)
```"""
    else:
        words = WORDS.get(arity.count, "seven sources or more")
        doc = f"A query over {words}; each row is a tuple of one value per source. See ``SQLQuery``."
        if arity.isOpen:
            doc += ("\n\nThe compiler does not follow chains that append to a pack more than once: give each join behind the "
                    "seventh source a `let` of its own.")
    if arity.isOpen:
        decode = "(repeat try (each Source).decode(&row))"
        markers = """    var markers: [Bool] = []
    for isNullable in repeat (each Source).isNullable { markers.append(isNullable) }
    return markers"""
        mapping = "{ row in try transform(repeat each row) }"
    else:
        parts = [f"try {name}.decode(&row)" for name in arity.names]
        decode = parts[0] if arity.count == 1 else "(" + ", ".join(parts) + ")"
        markers = "    [" + ", ".join(arity.each("X.isNullable")) + "]"
        rows = ["$0"] if arity.count == 1 else [f"$0.{index}" for index in range(arity.count)]
        mapping = f"{{ try transform({', '.join(rows)}) }}"
    parameters = "repeat each Source" if arity.isOpen else ", ".join(arity.names)
    return f"""{comment(doc, "")}
public struct {arity.type}<{arity.generics}>: SQLSourceQuery {{
  /// One value per source.
  public typealias Row = {arity.row}

  /// The untyped select, without its result columns.
  public var select: SQLSyntax.Select

  /// Creates a query from an untyped select over as many sources.
  public init(_ select: SQLSyntax.Select) {{ self.select = select }}

  /// For each source, whether a marker in front of its columns tells if it is present.
  public var markers: [Bool] {{
{markers}
  }}

  /// Reads one row.
  @inlinable public func decode(_ row: inout SQLRowDecoder) throws -> Row {{ {decode} }}

  /// Makes another value of each row: `map(Summary.init)`.
  ///
  /// The closure gets whole records, so all their columns are fetched, also of a record that it ignores. To fetch
  /// less, choose values or one of the records with `select`: `select {{ album, _ in album }}`.
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable ({parameters}) throws -> Output
  ) -> SQLMappedQuery<Self, Output> {{
    SQLMappedQuery(base: self) {mapping}
  }}
}}
"""


def statics():
    for name, kind, leftIsOptional, rightIsOptional, doc, why, lowered in KINDS:
        result = f"SQLJoin2<{'Self.Nullable' if leftIsOptional else 'Self'}, {'Other?' if rightIsOptional else 'Other'}>"
        for parameter, argument, what in [("_ other: Other.Type", "other", doc),
                                          ("_ query: SQLQuery<Other>", "query", f"Joins {QUERY}")]:
            full = KEY + lowered + PARAMETERS if what == doc else ""
            yield f"""{comment(f"{what}: {why}; by foreign key.{full}")}
  public static func {name}<Other: SQLDecodable>(
    {parameter}, on key: (any SQLJoinKey)? = nil
  ) -> {result} {{ all.{name}({argument}, on: key) }}
"""
            yield f"""{comment(f"{what}: {why}; by a condition.")}
  public static func {name}<Other: SQLDecodable, Condition: SQLExpressible>(
    {parameter}, on make: (SourceColumns, Other.SourceColumns) -> Condition
  ) -> {result}
  where Condition.Value.Unwrapped == Bool {{ all.{name}({argument}, on: make) }}
"""
    for parameter, argument, what in [("_ other: Other.Type", "other", "another table"),
                                      ("_ query: SQLQuery<Other>", "query", QUERY)]:
        yield f"""{comment(f"Pairs every row with every row of {what}.")}
  public static func crossJoin<Other: SQLDecodable>({parameter}) -> SQLJoin2<Self, Other> {{ all.crossJoin({argument}) }}
"""


os.makedirs(FOLDER, exist_ok=True)
for count in range(1, SPELLED_OUT + 2):
    arity = Arity(count)
    text = HEADER + declaration(arity) + f"\nextension {arity.type} {{\n" + "\n".join(clauses(arity)) + "}\n"
    text += f"\nextension {arity.type} {{\n" + "\n".join(joins(arity)) + "}\n"
    with open(f"{FOLDER}/{arity.type}.swift", "w") as out:
        out.write(text)
with open(f"{FOLDER}/SQLDecodable+Join.swift", "w") as out:
    out.write(HEADER + "extension SQLDecodable {\n" + "\n".join(statics()) + "}\n")
