#!/usr/bin/env python3
"""Writes every form of an assignment for every kind of column, in updates and in upserts, as tests.

What the column holds afterwards is compared with the same computation in Swift. `old` and `oldOptional` are what the row
holds, `new` and `newOptional` what the record of an upsert has, `value` and `optional` are variables. Run from the root:

    python3 Tests/FormTests/write-assignments.py && swift format -i -r Tests/FormTests/Assignments
"""

FOLDER = "Tests/FormTests/Assignments"
HEADER = "// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.\n\n"

# name, Swift type, values (row, record of the upsert, variable), a literal or member, the coding of the column
INTEGERS = ["Int", "Int64", "Int32", "Int16", "Int8", "UInt", "UInt64", "UInt32", "UInt16", "UInt8"]
KINDS = [(name.lower(), name, ("20", "7", "3"), "5", "", "signed" if name[0] == "I" else "unsigned") for name in INTEGERS]
KINDS += [
    ("double", "Double", ("20.5", "7.25", "3"), "5", "", "real"),
    ("float", "Float", ("20.5", "7.25", "3"), "1.5", "", "real"),
    ("string", "String", ('"row"', '"new"', '"va\'lue"'), '"x"', "", "text"),
    ("bool", "Bool", ("false", "true", "true"), "true", "", "bool"),
    ("data", "Data", ("Data([1, 0])", "Data([2])", "Data()"), "Data([0xFF])", "", ""),
    ("date", "Date", ("someDay(1)", "someDay(2)", "someDay(3)"), ".distantPast", "", ""),
    ("dateOfUnixSeconds", "Date", ("someDay(1)", "someDay(2)", "someDay(3)"), ".init(timeIntervalSince1970: 1)", ".unixSeconds", ""),
    ("uuid", "UUID", ("someUUID(1)", "someUUID(2)", "someUUID(3)"), 'UUID(uuidString: "00000000-0000-0000-0000-000000000009")!', "", ""),
    ("url", "URL", ('URL(string: "a:b")!', 'URL(string: "c:d")!', 'URL(string: "e:f")!'), 'URL(string: "g:h")!', "", ""),
    ("decimal", "Decimal", ("Decimal(20)", "Decimal(7)", "Decimal(3)"), "5", "", ""),
    ("textEnumeration", "Color", (".red", ".green", ".blue"), ".green", "", ""),
    ("numberEnumeration", "Level", (".low", ".high", ".top"), ".high", "", ""),
    ("json", "SQLJSON<[Int]>", ("SQLJSON([1])", "SQLJSON([2])", "SQLJSON([])"), "SQLJSON([3, 4])", "", ""),
    ("convertible", "Address", ('Address(street: "a")', 'Address(street: "b")', 'Address(street: "c")'), '.init(street: "d")', "", ""),
    ("arrayAsJSON", "Numbers", ("[1]", "[2]", "[3]"), "[4, 5]", "", ""),
]

# What is assigned to the column `c`, which is never NULL, or `o`, which may be; and what it holds then.
EVERY = [
    ("c", "ROW.c = LITERAL", "LITERAL"), ("c", "ROW.c = value", "value"), ("o", "ROW.o = LITERAL", "LITERAL"),
    ("o", "ROW.o = value", "value"), ("o", "ROW.o = optional", "optional"), ("o", "ROW.o = nil", "nil"),
    ("c", "ROW.c = ROW.c", "old"), ("c", "ROW.c = ROW.o", "oldOptional"), ("o", "ROW.o = ROW.c", "old"),
    ("o", "ROW.o = ROW.o", "oldOptional"), ("c", "ROW.c = RECORD.o", "oldOptional"), ("o", "ROW.o = RECORD.c", "old"),
    ("c", "ROW.set(RECORD.c, to: value)", "value"), ("o", "ROW.setNull(RECORD.o)", "nil"),
    ("c", "ROW.c = value\n  ROW.c = LITERAL", "LITERAL"),
    ("c", "let chosen: TYPE = LITERAL\n  ROW.c = optional ?? chosen", "LITERAL"),
]
EVERY_UPSERT = [
    ("c", "ROW.c = new.c", "new"), ("c", "ROW.c = new.o", "newOptional"), ("o", "ROW.o = new.c", "new"),
    ("o", "ROW.o = new.o", "newOptional"), ("c", "ROW.c = new.c; ROW.o = ROW.c", "new"),
    ("o", "ROW.c = new.c; ROW.o = ROW.c", "old"),
]
NUMBER = [
    ("c", "ROW.c += 1", "old + 1"), ("c", "ROW.c += value", "old + value"), ("c", "ROW.c += ROW.o", "old + oldOptional"),
    ("o", "ROW.o += 1", "oldOptional + 1"), ("o", "ROW.o += ROW.c", "oldOptional + old"),
    ("c", "ROW.c -= 2", "old - 2"), ("o", "ROW.o -= value", "oldOptional - value"), ("c", "ROW.c -= ROW.o", "old - oldOptional"),
    ("c", "ROW.c *= 2", "old * 2"), ("c", "ROW.c *= value", "old * value"), ("c", "ROW.c /= 2", "old / 2"),
    ("o", "ROW.o /= value", "oldOptional / value"), ("c", "ROW.c /= ROW.o", "old / oldOptional"),
    ("c", "ROW.c = ROW.c + 1", "old + 1"), ("c", "ROW.c = 1 + ROW.c", "1 + old"), ("o", "ROW.o = ROW.o + 1", "oldOptional + 1"),
    ("c", "ROW.c = ROW.c + ROW.c", "old + old"), ("c", "ROW.c = ROW.c + ROW.o", "old + oldOptional"),
    ("c", "ROW.c = ROW.c + ROW.c * 2", "old + old * 2"), ("c", "ROW.c = (ROW.c + 1) * 2 - ROW.o", "(old + 1) * 2 - oldOptional"),
    ("c", "ROW.c = ROW.c + value - 1", "old + value - 1"), ("c", "ROW.c = RECORD.c + 1", "old + 1"),
    ("c", "ROW.c += 1\n  ROW.c *= 2", "old * 2"),
]
NUMBER_UPSERT = [
    ("c", "ROW.c = ROW.c + new.c", "old + new"), ("c", "ROW.c = new.c + 1", "new + 1"), ("c", "ROW.c += new.c", "old + new"),
    ("c", "ROW.c += new.o", "old + newOptional"), ("o", "ROW.o = ROW.o + new.c * 2", "oldOptional + new * 2"),
    ("o", "ROW.o += new.o", "oldOptional + newOptional"), ("c", "ROW.c = ROW.c * 2 + new.c - 1", "old * 2 + new - 1"),
]
SIGNED = [("c", "ROW.c = -ROW.c", "-old"), ("o", "ROW.o = -ROW.o + 1", "-oldOptional + 1"), ("c", "ROW.c = -5", "-5")]
WHOLE = [
    ("c", "ROW.c %= 3", "old % 3"), ("c", "ROW.c = ROW.c % value", "old % value"), ("c", "ROW.c &= 6", "old & 6"),
    ("c", "ROW.c |= value", "old | value"), ("c", "ROW.c <<= 2", "old << 2"), ("c", "ROW.c >>= 1", "old >> 1"),
    ("o", "ROW.o = ROW.o & ROW.c", "oldOptional & old"), ("c", "ROW.c = ROW.c << 1 | 1", "old << 1 | 1"),
]
REAL = [("c", "ROW.c *= 1.5", "old * 1.5"), ("c", "ROW.c = ROW.c + ROW.c * 0.5", "old + old * 0.5")]
TEXT = [
    ("c", 'ROW.c += "x"', 'old + "x"'), ("c", "ROW.c += value", "old + value"), ("c", "ROW.c += ROW.o", "old + oldOptional"),
    ("o", 'ROW.o += "x"', 'oldOptional + "x"'), ("c", 'ROW.c = ROW.c + " " + ROW.c', 'old + " " + old'),
    ("c", 'ROW.c = "a" + ROW.c', '"a" + old'), ("o", 'ROW.o = "a" + ROW.o + " " + ROW.c + value', '"a\\(oldOptional) \\(old)\\(value)"'),
    ("c", 'ROW.c = "\\(value)!"', '"\\(value)!"'), ("c", 'ROW.c = value + "x"', 'value + "x"'), ("c", "ROW.c = ROW.c.upper", "old.uppercased()"),
]
TEXT_UPSERT = [
    ("c", "ROW.c += new.c", "old + new"), ("c", 'ROW.c = new.c + "x" + ROW.c', 'new + "x" + old'),
    ("o", 'ROW.o = ROW.c + ", " + new.o', 'old + ", " + newOptional'),
]
BOOL = [
    ("c", "ROW.c = !ROW.c", "!old"), ("o", "ROW.o = !ROW.o", "!oldOptional"), ("c", "ROW.c = ROW.c && ROW.o", "old && oldOptional"),
    ("c", "ROW.c = ROW.c || value", "old || value") if False else ("c", "ROW.c = ROW.c || !ROW.o", "old || !oldOptional"),
    ("c", "ROW.c = ROW.id > 0", "true"), ("c", "ROW.c = ROW.id == 1 && !ROW.c", "!old"), ("c", "ROW.c = ROW.o == nil", "false"),
    ("c", "ROW.c = value && !value", "value && !value"), ("c", "ROW.c = ROW.id.in([1, 2])", "true"),
]
BOOL_UPSERT = [("c", "ROW.c = !new.c", "!new"), ("c", "ROW.c = ROW.c || new.c", "old || new")]


def assignments(kind):
    update, upsert = list(EVERY), list(EVERY_UPSERT)
    if kind in ("signed", "unsigned", "real"):
        update += NUMBER
        upsert += NUMBER_UPSERT
    if kind in ("signed", "real"):
        update += SIGNED
    if kind in ("signed", "unsigned"):
        update += WHOLE
    if kind == "real":
        update += REAL
    if kind == "text":
        update += TEXT
        upsert += TEXT_UPSERT
    if kind == "bool":
        update += BOOL
        upsert += BOOL_UPSERT
    return update, upsert


count = 0
for name, type, (old, new, value), literal, coding, kind in KINDS:
    capital = name[0].upper() + name[1:]
    record = f"{capital}Row"
    coding_argument = f", coding: {coding}" if coding else ""
    out = HEADER + "import Foundation\nimport Quarry\nimport Testing\n\n"
    out += f"""struct {record}: AssignedRow {{
  var id: Int64
  var c: {type}
  var o: {type}?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<{type}>("c"{coding_argument})
  static let o = SQLColumn<{type}?>("o"{coding_argument})
  static let table = SQLTable("{record}", id, c, o)
  init(id: Int64, c: {type}, o: {type}?) {{
    self.id = id
    self.c = c
    self.o = o
  }}
  init(row: inout SQLRowReader<Self>) throws {{
    id = try row[Self.id]
    c = try row[Self.c]
    o = try row[Self.o]
  }}
  func encode(to row: inout SQLRowWriter<Self>) {{
    row[Self.id] = id
    row[Self.c] = c
    row[Self.o] = o
  }}
}}

extension AssignmentTests {{
  @Test("Every assignment to a column of {type}{' as ' + coding[1:] if coding else ''}", arguments: FormEngine.allCases)
  func {name}(_ engine: FormEngine) async throws {{
    let old: {type} = {old}
    let oldOptional: {type} = {value}
    let new: {type} = {new}
    let newOptional: {type} = {old}
    let value: {type} = {value}
    let optional: {type}? = nil
    try await engine.withDatabase {{ database in
      let check = AssignmentCheck(
        database: database, row: {record}(id: 1, c: old, o: oldOptional), new: {record}(id: 1, c: new, o: newOptional))
      try await check.prepare()
"""
    update, upsert = assignments(kind)
    for column, code, wanted in update:
        code = code.replace("RECORD", record).replace("LITERAL", literal).replace("TYPE", type)
        inner = code.replace("ROW", "$0")
        if "let chosen" in inner:
            inner = inner
        wanted = wanted.replace("LITERAL", literal)
        out += f"      try await check.update(\\.{column}, {wanted}) {{ {inner} }}\n" if "\n" not in inner else \
               f"      try await check.update(\\.{column}, {wanted}) {{\n  {inner}\n      }}\n"
        out += f"      try await check.upsert(\\.{column}, {wanted}) {{ row, _ in\n        " + \
            code.replace("ROW", "row") + "\n      }\n"
        count += 2
    for column, code, wanted in upsert:
        code = code.replace("ROW", "row").replace("RECORD", record)
        out += f"      try await check.upsert(\\.{column}, {wanted}) {{ row, new in {code} }}\n"
        count += 1
    out += "    }\n    _ = (value, optional, newOptional)\n  }\n}\n"
    with open(f"{FOLDER}/{capital}Assignments.swift", "w") as file:
        file.write(out)
print(count, "assignments")
