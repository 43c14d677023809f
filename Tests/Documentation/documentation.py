"""What the scripts of this folder share: the public modules, their samples, and the options to compile against a build."""

import glob
import json
import os
import platform
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The public modules, each with the folder of its sources. Comments of the others can link to the first.
MODULES = {
    "Quarry": "Sources/Quarry",
    "QuarrySQLite": "Drivers/SQLite",
    "QuarrySQLCipher": "Drivers/SQLCipher",
    "QuarryMemory": "Drivers/Memory",
    "QuarryRemote": "Drivers/Remote",
    "QuarryStorage": "Sources/QuarryStorage",
    "QuarryServer": "Sources/QuarryServer",
    "QuarryIdentity": "Sources/QuarryIdentity",
    "QuarryTelemetry": "Sources/QuarryTelemetry",
    "QuarryColumnEncryption": "Sources/QuarryColumnEncryption",
    "QuarryCopy": "Sources/QuarryCopy",
    "QuarryDrivers": "Drivers/All",
    "QuarryConformance": "Conformance",
}
MAPS = ["Sources/CQuarryWire", "Drivers/Remote/CQuarryCurl", "Drivers/SQLiteEngine/CQuarrySQLite"]


class Sample:
    """A piece of Swift code: the file, the number of the line before its first one, and its lines."""

    def __init__(self, path, line):
        self.path, self.line, self.lines = path, line, []


def tool(name):
    """A tool of the toolchain; on a Mac, that of Xcode."""
    if platform.system() == "Darwin":
        return subprocess.check_output(["xcrun", "--find", name], text=True).strip()
    return shutil.which(name) or sys.exit(f"{name} is missing: it comes with the Swift toolchain")


def compiler_options(build):
    """What the compiler needs to read the modules of a build with all traits."""
    if not os.path.exists(f"{build}/Modules/QuarryServer.swiftmodule"):
        sys.exit(f"{build} has no module QuarryServer: swift build --enable-all-traits")
    target = json.loads(subprocess.check_output([tool("swiftc"), "-print-target-info"], text=True))["target"]
    options = ["-target", target["triple"], "-I", f"{build}/Modules"]
    if platform.system() == "Darwin":
        options += ["-target", target["unversionedTriple"] + "15.0"]
        options += ["-sdk", subprocess.check_output(["xcrun", "--show-sdk-path"], text=True).strip()]
    maps = [f"{ROOT}/{folder}/include/module.modulemap" for folder in MAPS]
    # What is built a second time, for macros, has the same map.
    maps += [path for path in glob.glob(f"{build}/*.build/module.modulemap") if "-tool.build" not in path]
    folder = os.path.realpath(build)
    while folder != "/" and not os.path.isdir(f"{folder}/checkouts"):
        folder = os.path.dirname(folder)
    maps += glob.glob(f"{folder}/checkouts/*/Sources/*/include/module.modulemap")
    for path in sorted(maps):
        if os.path.exists(path):
            options += ["-Xcc", f"-fmodule-map-file={path}"]
    return options


def catalog(module):
    """The folder of a module's articles, if it has one."""
    path = f"{ROOT}/{MODULES[module]}/{module}.docc"
    return path if os.path.isdir(path) else None


def articles():
    for module in MODULES:
        if catalog(module):
            for path in sorted(glob.glob(f"{catalog(module)}/**/*", recursive=True)):
                if path.endswith((".md", ".tutorial")):
                    yield path


def steps():
    """The files that the steps of tutorials show."""
    for module in MODULES:
        if catalog(module):
            yield from sorted(glob.glob(f"{catalog(module)}/Resources/*.swift"))


def sources():
    for module in MODULES:
        for path in sorted(glob.glob(f"{ROOT}/{MODULES[module]}/**/*.swift", recursive=True)):
            if ".docc/" not in path:
                yield module, path


def is_public(lines, index):
    """Whether the declaration behind a comment is public; `index` is that of the comment's last line."""
    index += 1
    while index < len(lines) and re.match(r"\s*(//.*|#.*|@\w+(\(.*\))?)?$", lines[index]):
        index += 1
    declaration = lines[index] if index < len(lines) else ""
    modifier = re.search(r"^[^{=:]*?\b(public|open|package|internal|private|fileprivate)\b(?!\()", declaration)
    if modifier and modifier[1] not in ("public", "open"):
        return False
    margin = len(declaration) - len(declaration.lstrip())
    if margin == 0:
        return modifier is not None or declaration.startswith("extension")
    # A requirement or a case is as public as its type, and a public member at most.
    for line in reversed(lines[:index]):
        if re.match(r"\s*(//|#|$)", line) or len(line) - len(line.lstrip()) >= margin:
            continue
        outer = re.search(r"\b(protocol|enum|extension|struct|class|actor)\b", line)
        if outer:
            return "public " in line or (outer[1] == "extension" and modifier is not None)
    return modifier is not None


def samples(path):
    """The blocks of Swift code of an article, or of the comments of a source file's public declarations."""
    inside, found, open_ones, is_file = None, [], [], False
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines, 1):
        if path.endswith(".swift"):
            comment = re.match(r"\s*///( |$)?(.*)", line)
            if not comment:
                if open_ones and is_public(lines, number - 2):
                    found += open_ones
                inside, open_ones = None, []
                continue
            line = comment[2]
        if inside is None:
            if re.match(r"\s*```", line):
                inside = Sample(path if line.strip() == "```swift" and not is_file else None, number)
            if line.strip():
                # What follows is a piece of that file, which is compiled as such.
                is_file = not path.endswith(".swift") and bool(re.match(r"`[^`]*[./][^`]*`$", line))
        elif line.strip() == "```":
            if inside.path:
                open_ones.append(inside)
            inside = None
        else:
            inside.lines.append(line)
    return found if path.endswith(".swift") else open_ones
