"""Whether the headers stand as docs/architecture.md says: floors.py ROOT.

A file of core/ includes files of its own floor and of lower ones, and so does a file of a room of world/; each is named in
the tables of floors. Folders include only folders below them. No header is longer than 500 lines.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
include = root / "include/throng"
document = (root / "docs/architecture.md").read_text()
faults = []


def includes(header):
    return re.findall(r"#include <throng/([^>]*)\.hpp>", header.read_text())


def names(cell):
    return [name for name in cell.strip().split(", ") if name]


# The floors of core/.
floors = {name: int(row[1]) for row in re.finditer(r"^\| (\d) \w+ \| ([^|]*) \|", document, re.M) for name in names(row[2])}
core = {header.stem: header for header in include.glob("core/*.hpp")}
for name in sorted(core.keys() ^ floors.keys()):
    faults.append(f"core/{name}.hpp: {'is on no floor' if name in core else 'is not there'}")
for name, header in sorted(core.items()):
    for included in includes(header):
        folder, _, file = included.rpartition("/")
        if folder == "core" and floors.get(file, 0) > floors.get(name, 0):
            faults.append(f"core/{name}.hpp, of floor {floors.get(name)}, includes {file}.hpp, of floor {floors[file]}")

# The rooms of world/, and the public headers that stand on the same floor.
rooms = {row[2]: (int(row[1]), names(row[3])) for row in re.finditer(r"^\| (\d+) \| `(\w+)/` \| ([^|]*) \|", document, re.M)}
floor_of = {header: floor for floor, public in rooms.values() for header in public}
world = include / "world"
for header in sorted(world.glob("*.hpp")):
    if header.stem not in floor_of:
        faults.append(f"world/{header.name} is on no floor")
for name in sorted(floor_of):
    if not (world / f"{name}.hpp").exists():
        faults.append(f"world/{name}.hpp is not there")
for room in sorted({path.name for path in world.iterdir() if path.is_dir()} ^ rooms.keys()):
    faults.append(f"world/{room}/: {'is on no floor' if (world / room).exists() else 'is not there'}")


def floor_in_world(path):
    """Of a path under world/, without .hpp."""
    room, _, file = path.rpartition("/")
    return rooms[room][0] if room in rooms else floor_of.get(file, 0)


for header in sorted(world.rglob("*.hpp")):
    own = floor_in_world(str(header.relative_to(world))[:-4])
    for included in includes(header):
        if included.startswith("world/") and floor_in_world(included[6:]) > own:
            faults.append(f"world/{header.relative_to(world)}, of floor {own}, includes {included}.hpp, of floor {floor_in_world(included[6:])}")

# The folders, each of which includes only itself and those named before it. (What stands directly in throng/ has no folder.)
order = ["core", "parts", "", "entity", "spatial", "world", "extra"]
everything = {"collections", "fwd", "throng"}
forwarders = {"entity/grid", "entity/space_grid", "entity/box_grid"}
for header in sorted(include.rglob("*.hpp")):
    path = str(header.relative_to(include))[:-4]
    folder = path.split("/")[0] if "/" in path else ""
    if path in everything | forwarders:
        continue
    for included in includes(header):
        to = included.split("/")[0] if "/" in included else ""
        if included in {"fwd", "version"}:
            continue
        if order.index(to) > order.index(folder):
            faults.append(f"{path}.hpp includes {included}.hpp, which stands above it")

for header in sorted(include.rglob("*.hpp")):
    lines = len(header.read_text().splitlines())
    if lines > 500:
        faults.append(f"{header.relative_to(include)} has {lines} lines; 500 is the most")
sys.exit("\n".join(faults) or None)
