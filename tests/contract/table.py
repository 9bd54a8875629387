#!/usr/bin/env python3
"""Keeps the tables in the documentation, both made of the tests' own names:

- contract.md: situations down, collections across, each cell the name of a test;
- promises.md: the rules of contract.md, each with the tests that hold it, and of which collections.

The tests are asked of the test programs themselves (--gtest_list_tests), so a cell is filled only where a test exists.
What a situation is about, which rules it is of, and the order of the rows, is read from the comments in
situations/*.hpp. A test outside of the suite is of a promise, too, if a comment above it says so: // Rules 1, 5 of tree.
A promise that no test holds for a collection is an error, unless NOTHING_OF_THE_KIND tells why.

    table.py --documents docs PROGRAM...           fails if a document is out of date
    table.py --documents docs --write PROGRAM...   brings them up to date
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
TESTS = pathlib.Path(__file__).resolve().parent.parent
SUITE = "contract/"
ORDER = ["removal", "newcomers", "nesting", "callbacks", "exceptions", "lifetime", "handles", "order", "updating",
         "pairs", "elements", "scripts"]
# Tests of the suite that are no promise to users.
LEFT_OUT = {"script_from_the_environment"}
ALL = "all"
# What a rule is about and a collection has not.
NOTHING_OF_THE_KIND = {(collection, 4): "has no frozen views" for collection in
                       ("linked_list", "weak_list_deleted", "subset", "grid", "layers", "tree", "subset_of_pool")}


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


def rules_of(text):
    """The rules of "1, 5"."""
    return [int(rule) for rule in text.split(",")]


def situations():
    """(heading, [(name, sentence, rules)]) in the order of the table; ALL for scripts, which try all rules at once."""
    folder = TESTS / "contract" / "situations"
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
            told = re.fullmatch(r"(.+?) (?:Rules? (\d[\d, ]*)|All rules)\.", sentence)
            if told is None and match.group(2) not in LEFT_OUT:
                fail(f"{file}: expected 'Rules 1, 5.' at the end of what {match.group(2)} is about, found none")
            rules = rules_of(told.group(2)) if told and told.group(2) else ALL
            rows.append((match.group(2), told.group(1) if told else sentence, rules))
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
        for name, sentence, _ in rows:
            known.add(name)
            cells = [f"`{SUITE}{c}.{name}`" if name in tests[c] else "" for c in collections]
            if name not in LEFT_OUT and any(cells):
                lines.append(f"| {sentence.replace('|', chr(92) + '|')} | " + " | ".join(cells) + " |")
        lines.append("")
    for collection, names in tests.items():
        if names - known:
            fail(f"{collection}: expected a SITUATION for each test, found none for {', '.join(sorted(names - known))}")
    return "\n".join(lines)


def tests_elsewhere():
    """(name, collection, rules) of each test outside of the suite that says so."""
    marked = re.compile(r"^// Rules? (\d[\d, ]*) of (\w+)\.\nTEST(?:_F)?\((\w+), (\w+)\)", re.MULTILINE)
    for file in sorted(TESTS.rglob("*.cpp")):
        for match in marked.finditer(file.read_text(encoding="utf-8")):
            name = f"{file.parent.relative_to(TESTS).as_posix()}.{match.group(3)}.{match.group(4)}"
            yield name, match.group(2), rules_of(match.group(1))


def promises(contract, tests):
    """The rules as contract.md numbers them, with what holds each of them."""
    rules = {int(n): title for n, title in re.findall(r"^(\d+)\. \*\*(.+?)\.?\*\*", contract, re.MULTILINE)}
    elsewhere = list(tests_elsewhere())
    collections = list(tests) + sorted({c for _, c, _ in elsewhere} - set(tests))
    held = {rule: [] for rule in [*rules, ALL]}  # (name, sentence, collections)
    for _, rows in situations():
        for name, sentence, of_rules in rows:
            those = [c for c in tests if name in tests[c]]
            for rule in [ALL] if of_rules == ALL else of_rules:
                if rule not in held:
                    fail(f"{name}: expected a rule of contract.md, found {rule}")
                if name not in LEFT_OUT and those:
                    held[rule].append((name, sentence, those))
    for name, collection, of_rules in elsewhere:
        for rule in of_rules:
            held[rule].append((name, "", [collection]))

    lines = ["| tests of | " + " | ".join(f"`{c}`" for c in collections) + " |", "|---" * (1 + len(collections)) + "|"]
    empty = []
    for rule, title in rules.items():
        numbers = [sum(c in those for _, _, those in held[rule]) for c in collections]
        empty += [(c, rule) for c, n in zip(collections, numbers) if n == 0]
        lines.append(f"| {rule} {title} | " + " | ".join(str(n) if n else "–" for n in numbers) + " |")
    lines.append("| all, by scripts | "
                 + " | ".join(str(sum(c in those for _, _, those in held[ALL])) for c in collections) + " |")
    lines.append("")
    for cell in empty:
        if cell not in NOTHING_OF_THE_KIND:
            fail(f"{cell[0]}: expected a test of rule {cell[1]} ({rules[cell[1]]}), found none")
        lines.append(f"- {cell[1]}, `{cell[0]}`: {NOTHING_OF_THE_KIND[cell]}.")
    for cell in NOTHING_OF_THE_KIND:
        if cell not in empty:
            fail(f"{cell[0]}: expected no test of rule {cell[1]}, as {NOTHING_OF_THE_KIND[cell]}, found one")
    for rule, title in [*rules.items(), (ALL, "")]:
        lines += ["", f"### {rule}. {title}" if rule != ALL else "### All at once", "", "| test | of |", "|---|---|"]
        for name, sentence, those in held[rule]:
            others = [c for c in tests if c not in those]
            of = ", ".join(f"`{c}`" for c in those)
            if those == list(tests):
                of = "each of the suite"
            elif len(others) < len(those):
                of = "each of the suite but " + ", ".join(f"`{c}`" for c in others)
            lines.append(f"| `{name}` {sentence}".replace("|", "\\|").replace("\\|", "|", 1).rstrip() + f" | {of} |")
    lines.append("")
    return "\n".join(lines)


def brought_up_to_date(document, text):
    """(the document as it is, as it has to be)."""
    before = read(document)
    head, begin, rest = before.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        fail(f"{document}: expected the lines '{BEGIN}' and '{END}'")
    return before, f"{head}{BEGIN}\n\n{text}\n{END}{tail}"


def read(document):
    try:
        return document.read_text(encoding="utf-8")
    except OSError as error:
        fail(f"{document}: {error}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", required=True, type=pathlib.Path, help="the folder of contract.md and promises.md")
    parser.add_argument("--write", action="store_true", help="bring the documents up to date")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    arguments = parser.parse_args()

    tests = {}
    for program in arguments.programs:
        for collection, names in tests_of(program).items():
            tests.setdefault(collection, set()).update(names)
    if not tests:
        fail(f"expected tests named {SUITE}COLLECTION.SITUATION, found none")
    contract = arguments.documents / "contract.md"
    stale = False
    for document, text in ((contract, table(tests)),
                           (arguments.documents / "promises.md", promises(read(contract), tests))):
        before, after = brought_up_to_date(document, text)
        if after == before:
            continue
        if not arguments.write:
            print(f"{document} is out of date.", file=sys.stderr)
            stale = True
            continue
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=document.parent, delete=False) as beside:
            beside.write(after)
        os.chmod(beside.name, 0o644)
        os.replace(beside.name, document)
    if stale:
        print("To bring it up to date: cmake --build --preset dev --target contract_table", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
