"""Uses a server through libSQL's client for Python: create, insert, select, commit, roll back.

Takes the address of an empty database. Prints one line for each thing that was right; ends with an error at the first one
that was not.
"""

import sys

import libsql

connection = libsql.connect(sys.argv[1], auth_token=sys.argv[2] if len(sys.argv) > 2 else "")


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found!r} instead of {wanted!r}")
    print(what)


connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, r REAL, b BLOB)")
connection.commit()
cursor = connection.execute("INSERT INTO t (name, r, b) VALUES (?, ?, ?)", ("Ünï", 1.5, b"\x00\xff"))
check("insert", (cursor.lastrowid, cursor.rowcount, connection.in_transaction), (1, 1, True))
connection.commit()
check("select", connection.execute("SELECT * FROM t").fetchall(), [(1, "Ünï", 1.5, b"\x00\xff")])

connection.executemany("INSERT INTO t (name, r) VALUES (?, ?)", [(f"name {i}", i / 2) for i in range(100)])
check("inside", connection.execute("SELECT count(*) FROM t").fetchone(), (101,))
connection.rollback()
check("rollback", connection.execute("SELECT count(*) FROM t").fetchone(), (1,))

connection.executemany("INSERT INTO t (name, r) VALUES (?, ?)", [(f"name {i}", i / 2) for i in range(100)])
connection.commit()
check("commit", connection.execute("SELECT count(*), sum(r), max(id) FROM t").fetchone(), (101, 2476.5, 101))

connection.execute("DELETE FROM t WHERE id > ?", (50,))
try:
    connection.execute("INSERT INTO t (name) VALUES (?)", ("Ünï",))
    sys.exit("a broken constraint went unnoticed")
except ValueError as error:
    check("constraint", "UNIQUE constraint failed: t.name" in str(error), True)
connection.rollback()
rows = connection.execute("SELECT id, name, NULL, 9007199254740993 FROM t WHERE name LIKE ? ORDER BY id", ("name 9%",))
check("values", rows.fetchall()[:2], [(11, "name 9", None, 9007199254740993), (92, "name 90", None, 9007199254740993)])
