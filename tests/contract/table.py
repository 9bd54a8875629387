#!/usr/bin/env python3
"""Keeps the table in docs/contract.md: situations down, collections across, each cell the name of a test.

The tests are asked of the test programs themselves (--gtest_list_tests), so a cell is filled only where a test exists.
What a situation is about, and the order of the rows, is read from the comments in situations/*.hpp.

    table.py --document docs/contract.md PROGRAM...           fails if the document is out of date
    table.py --document docs/contract.md --write PROGRAM...   brings it up to date
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BEGIN = "<!-- the table: written by tests/contract/table.py -->"
END = "<!-- the end of the table -->"
SUITE = "contract/"
ORDER = ["removal", "newcomers", "nesting", "callbacks", "exceptions", "lifetime", "handles", "order", "updating",
         "pairs", "elements", "scripts"]
# Tests of the suite that are no promise to users.
LEFT_OUT = {"script_from_the_environment"}


def fail(message):
    print(f"table.py: {message}", file=sys.stderr)
    sys.exit(2)


def tests_of(program):
    """The tests of a program, as collection -> set of situations."""
    try:
        listing = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        fail(f"{program}: expected a list of its tests, but: {error}")
    found = {}
    suite = None
    for line in listing.splitlines():
        if not line.startswith(" "):
            name = line.split("#")[0].strip()
            suite = name[len(SUITE):].rstrip(".") if name.startswith(SUITE) else None
        elif suite is not None:
            found.setdefault(suite, set()).add(line.split("#")[0].strip())
    return found


def situations():
    """(heading, [(name, sentence)]) in the order of the table."""
    folder = pathlib.Path(__file__).resolve().parent / "situations"
    files = sorted(folder.glob("*.hpp"), key=lambda f: (ORDER.index(f.stem) if f.stem in ORDER else len(ORDER), f.stem))
    sections = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        heading = re.search(r"^/// # (.+)$", text, re.MULTILINE)
        if heading is None:
            fail(f"{file}: expected a line '/// # Heading', found none")
        rows = []
        for match in re.finditer(r"^((?:///(?! #).*\n)*)SITUATION\((\w+)", text, re.MULTILINE):
            sentence = " ".join(line[3:].strip() for line in match.group(1).splitlines())
            if not sentence:
                fail(f"{file}: expected a comment that says what {match.group(2)} is about, found none")
            rows.append((match.group(2), sentence))
        if sections and sections[-1][0] == heading.group(1):
            sections[-1][1].extend(rows)
        else:
            sections.append((heading.group(1), rows))
    return sections


def table(tests):
    collections = list(tests)
    known = LEFT_OUT.copy()
    lines = []
    for heading, rows in situations():
        lines += [f"### {heading}", "", "| situation | " + " | ".join(f"`{c}`" for c in collections) + " |",
                  "|---" * (1 + len(collections)) + "|"]
        for name, sentence in rows:
            known.add(name)
            cells = [f"`{SUITE}{c}.{name}`" if name in tests[c] else "" for c in collections]
            if name not in LEFT_OUT and any(cells):
                lines.append(f"| {sentence.replace('|', chr(92) + '|')} | " + " | ".join(cells) + " |")
        lines.append("")
    for collection, names in tests.items():
        if names - known:
            fail(f"{collection}: expected a SITUATION for each test, found none for {', '.join(sorted(names - known))}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--document", required=True, type=pathlib.Path)
    parser.add_argument("--write", action="store_true", help="bring the document up to date")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    arguments = parser.parse_args()

    tests = {}
    for program in arguments.programs:
        for collection, names in tests_of(program).items():
            tests.setdefault(collection, set()).update(names)
    if not tests:
        fail(f"expected tests named {SUITE}COLLECTION.SITUATION, found none")
    try:
        before = arguments.document.read_text(encoding="utf-8")
    except OSError as error:
        fail(f"{arguments.document}: {error}")
    head, begin, rest = before.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        fail(f"{arguments.document}: expected the lines '{BEGIN}' and '{END}'")
    after = f"{head}{BEGIN}\n\n{table(tests)}\n{END}{tail}"
    if after == before:
        return
    if not arguments.write:
        print(f"{arguments.document} is out of date. Run:\n  {sys.argv[0]} --write --document {arguments.document} "
              + " ".join(arguments.programs), file=sys.stderr)
        sys.exit(1)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=arguments.document.parent, delete=False) as beside:
        beside.write(after)
    os.chmod(beside.name, 0o644)
    os.replace(beside.name, arguments.document)


if __name__ == "__main__":
    main()
