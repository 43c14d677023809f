#!/usr/bin/env python3
"""Writes every generated file of the repository: `make generate`.

Names the files that it changes. With `--check`, as in `make lint`, it changes nothing, and fails when a file is stale.
"""

import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Each generator and the folder that holds what it writes, and nothing else.
GENERATORS = {
    "write-features.py": "Sources/Quarry/Engine/Table/Generated",
    "write-fingerprint.py": "Drivers/SQLiteEngine/Probing/Generated",
    "write-joins.py": "Sources/Quarry/Query/Join/Types",
    "write-topics.py": "Sources/Quarry/Quarry.docc/Generated",
    "write-assignments.py": "Tests/FormTests/Assignments",
    "write-isolations.py": "Tests/FormTests/Isolation",
    "write-pictures.py": ".github/pictures",
}


def write(generator, folder):
    """Lets a generator write into an empty folder, and formats what it wrote."""
    folder = pathlib.Path(folder)
    subprocess.run([sys.executable, ROOT / "Sources" / "Generators" / generator, folder], check=True)
    if not any(folder.rglob("*.swift")):
        return
    swift = shlex.split(os.environ.get("SWIFT", "swift"))
    subprocess.run(
        swift + ["format", "--in-place", "--recursive", "--configuration", ROOT / ".swift-format", "."],
        check=True, cwd=folder)


def files(folder):
    return {
        path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.suffix in (".swift", ".md", ".svg")
    }


def main(isCheck):
    stale = 0
    for generator, place in GENERATORS.items():
        with tempfile.TemporaryDirectory() as folder:
            write(generator, folder)
            wanted, found = files(pathlib.Path(folder)), files(ROOT / place)
        for name in sorted(wanted.keys() | found.keys()):
            if wanted.get(name) == found.get(name):
                continue
            stale += 1
            print(f"{place}/{name} is {'stale' if name in wanted else 'left over'}: Sources/Generators/{generator}")
            path = ROOT / place / name
            if not isCheck and name in wanted:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(wanted[name])
            elif not isCheck:
                path.unlink()
    if isCheck and stale:
        sys.exit("What is generated is not what its sources say: run `make generate` and commit what it writes.")


try:
    main(sys.argv[1:] == ["--check"])
except subprocess.CalledProcessError as error:
    sys.exit(f"generate.py: failed: {shlex.join(map(str, error.cmd))}")
