"""Whether the headers stand as docs/architecture.md says: floors.py ROOT.

A file of core/ includes files of its own floor and of lower ones, each is named in the table of floors, and parts/ knows
core/ only. No header is longer than 500 lines.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
include = root / "include/throng"
document = (root / "docs/architecture.md").read_text()
floors = {name: int(row[1]) for row in re.finditer(r"^\| (\d) \w+ \| ([^|]*) \|", document, re.M) for name in row[2].split(", ")}
faults = []


def includes(header):
    return re.findall(r"#include <throng/([^>]*)\.hpp>", header.read_text())


core = {header.stem: header for header in include.glob("core/*.hpp")}
for name in sorted(core.keys() ^ floors.keys()):
    faults.append(f"core/{name}.hpp: {'is on no floor' if name in core else 'is not there'}")
for name, header in sorted(core.items()):
    for included in includes(header):
        folder, _, file = included.rpartition("/")
        if folder != "core" and included != "fwd":
            faults.append(f"core/{name}.hpp includes {included}.hpp, which is not of core/")
        elif floors.get(file, 0) > floors.get(name, 0):
            faults.append(f"core/{name}.hpp, of floor {floors.get(name)}, includes {file}.hpp, of floor {floors[file]}")
for header in sorted(include.glob("parts/*.hpp")):
    for included in includes(header):
        if not included.startswith(("core/", "parts/")) and included != "fwd":
            faults.append(f"parts/{header.name} includes {included}.hpp, which stands above it")
for header in sorted(include.rglob("*.hpp")):
    lines = len(header.read_text().splitlines())
    if lines > 500:
        faults.append(f"{header.relative_to(include)} has {lines} lines; 500 is the most")
sys.exit("\n".join(faults) or None)
