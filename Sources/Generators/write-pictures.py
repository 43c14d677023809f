#!/usr/bin/env python3
"""Writes the picture of the README, one for light and one for dark pages, from Conformance/MATRIX.md.

A line for each engine that the conformance suite ran on: how many features the engine has, how many Quarry lowers and
refuses there, and how the suite ended. GitHub shows an SVG file without scripts and without fonts of the page.

    write-pictures.py FOLDER
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Text, quieter text, and the colors of what is native, lowered and refused; the last one differs in lightness too.
THEMES = {
    "light": ("#1f2328", "#59636e", "#1a7f37", "#bf8700", "#d1d9e0"),
    "dark": ("#f0f6fc", "#9198a1", "#3fb950", "#d29922", "#3d444d"),
}
ROW, TOP, LEFT, BAR, WIDTH = 26, 78, 300, 322, 860
FONT = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif"


def table(text):
    """The cells of the first table."""
    lines = text[text.index("| area |"):].split("\n\n")[0].split("\n")
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if not line.startswith("|---")]


def engines(text):
    """Name, native, lowered, refused, passed, failed and assertions of each engine."""
    rows = table(text)
    named = {row[0].strip("*"): row[1:] for row in rows}
    result = []
    for column, name in enumerate(rows[0][1:]):
        cells = [row[column + 1] for row in rows[1:] if ": " in row[0]]
        count = lambda mark: sum(int(number) for cell in cells for number in re.findall(mark + r" (\d+)", cell))
        features = [int(number) for number in re.findall(r"\d+", named["features"][column])]
        result.append((name, *features, count("✓"), count("✗"), int(named["assertions"][column])))
    return result


def picture(engines, theme):
    text, quiet, *colors = THEMES[theme]
    total = sum(engines[0][1:4])
    height = TOP + ROW * len(engines) + 34
    failed = sum(engine[5] for engine in engines)
    summary = f"One suite, {len(engines)} engines: " + (f"{failed} failed cases" if failed else "every case passes")
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="{FONT}" font-size="13" role="img" aria-labelledby="title">',
        f'<title id="title">{summary}. Features that are native, lowered and refused on each.</title>',
        f'<text x="12" y="26" font-size="17" font-weight="600" fill="{text}">{summary}</text>',
    ]
    x = 12
    for color, label in zip(colors, ("native", "lowered to an exact equivalent", "refused by type before anything is sent")):
        out.append(f'<rect x="{x}" y="43" width="12" height="12" rx="2" fill="{color}"/>')
        out.append(f'<text x="{x + 18}" y="54" fill="{quiet}">{label}</text>')
        x += 42 + 7 * len(label)
    out.append(f'<text x="{WIDTH - 12}" y="54" text-anchor="end" fill="{quiet}">passed · failed · assertions</text>')
    for index, (name, native, lowered, refused, passed, failures, assertions) in enumerate(engines):
        y = TOP + ROW * index
        out.append(f'<text x="12" y="{y + 14}" fill="{text}">{shortened(name)}</text>')
        x = LEFT
        for amount, color in zip((native, lowered, refused), colors):
            width = round(BAR * amount / total, 1)
            out.append(f'<rect x="{x:g}" y="{y}" width="{max(width - 1, 0.5):g}" height="18" rx="2" fill="{color}"/>')
            x = round(x + width, 1)
        out.append(f'<text x="{LEFT + BAR + 10}" y="{y + 14}" fill="{quiet}">{native} / {lowered} / {refused}</text>')
        out.append(
            f'<text x="{WIDTH - 12}" y="{y + 14}" text-anchor="end" fill="{text}">'
            f'{passed:,} · {failures} · {assertions:,}</text>')
    out.append(
        f'<text x="12" y="{height - 10}" font-size="12" fill="{quiet}">{total} features of SQLite and SQLCipher. '
        "Cases that don't apply to a kind of driver are left out. Source: Conformance/MATRIX.md.</text>")
    return "\n".join(out + ["</svg>"]) + "\n"


def shortened(name):
    """`SQLCipher 4.19.0 (SQLite 3.53.4), format 3` without what is told elsewhere."""
    return re.sub(r" \(SQLite ([\d.]+)\)", r" (\1)", name)


def main(folder):
    found = engines((ROOT / "Conformance/MATRIX.md").read_text(encoding="utf-8"))
    for theme in THEMES:
        pathlib.Path(folder, f"matrix-{theme}.svg").write_text(picture(found, theme), encoding="utf-8")


main(sys.argv[1])
