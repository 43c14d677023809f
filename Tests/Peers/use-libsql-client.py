"""Uses a server through libSQL's older client for Python, over HTTP (calls of version 1) or over WebSocket.

Takes the address of an empty database, and a token. Prints one line for each thing that was right; ends with an error at
the first one that was not.
"""

import asyncio
import sys

import libsql_client
from libsql_client import LibsqlError, Statement

url = sys.argv[1]
token = sys.argv[2] if len(sys.argv) > 2 else None


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found!r} instead of {wanted!r}")
    print(what)


async def fails(what, call, code):
    try:
        await call
    except LibsqlError as error:
        check(what, error.code, code)
    else:
        sys.exit(f"{what}: no error")


async def use(client):
    await client.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, r REAL, b BLOB)")
    done = await client.execute("INSERT INTO t (name, r, b) VALUES (?, ?, ?)", ["Ünï", 1.5, b"\x00\xff"])
    check("insert", (done.rows_affected, done.last_insert_rowid), (1, 1))
    rows = (await client.execute("SELECT * FROM t WHERE name = :name", {"name": "Ünï"})).rows
    check("select", [tuple(row) for row in rows], [(1, "Ünï", 1.5, b"\x00\xff")])
    values = (await client.execute("SELECT 9007199254740993 AS big, NULL AS none, '' AS empty")).rows[0]
    check("values", (values["big"], values["none"], values[2]), (9007199254740993, None, ""))

    results = await client.batch(
        ["DELETE FROM t"] + [Statement("INSERT INTO t (name) VALUES (?)", [f"name {i}"]) for i in range(100)]
    )
    check("batch", (len(results), results[100].rows_affected), (101, 1))
    await fails(
        "constraint",
        client.batch(["INSERT INTO t (name) VALUES ('new')", "INSERT INTO t (name) VALUES ('name 1')"]),
        "SQLITE_CONSTRAINT",
    )
    count = (await client.execute("SELECT count(*) FROM t")).rows[0][0]
    check("atomic", count, 100)
    await fails("missing", client.execute("SELECT * FROM nowhere"), "SQLITE_UNKNOWN")

    if url.startswith("ws"):
        transaction = client.transaction()
        await transaction.execute("INSERT INTO t (name) VALUES ('inside')")
        check("inside", (await transaction.execute("SELECT count(*) FROM t")).rows[0][0], 101)
        check("outside", (await client.execute("SELECT count(*) FROM t")).rows[0][0], 100)
        await transaction.rollback()
        check("rollback", (await client.execute("SELECT count(*) FROM t")).rows[0][0], 100)
        transaction = client.transaction()
        await transaction.execute("INSERT INTO t (name) VALUES ('inside')")
        await transaction.commit()
        check("commit", (await client.execute("SELECT count(*) FROM t")).rows[0][0], 101)
    many = await asyncio.gather(*[client.execute("SELECT ?", [i]) for i in range(50)])
    check("together", [result.rows[0][0] for result in many], list(range(50)))


async def main():
    async with libsql_client.create_client(url, auth_token=token) as client:
        await use(client)


asyncio.run(main())
