#!/usr/bin/env python3
"""Keeps what the documentation says of the contract suite, made of the tests' own names:

- contract.md: a table, situations down, collections across; each check mark is a link to the test's source;
- generated/contract-tests.md: the rules of contract.md, each with the names of its tests and of their collections.

The tests are asked of the test programs themselves (--gtest_list_tests), so there is a check mark only where a test exists.
What a situation is about, and its rules, is read from the comment above it in situations/. A test outside of the suite
belongs to a rule if a comment above it says so: // Rules 1, 5 of tree. A rule that no test holds for a collection is an error,
unless NOTHING_OF_THE_KIND tells why.

    table.py --documents docs PROGRAM...           fails if a document is out of date, but for the line numbers in links
    table.py --documents docs --some PROGRAM...    the same of programs that lack tests (THRONG_CONTRACT_TYPED): those that the
                                                   documents name are taken to be there
    table.py --documents docs --write PROGRAM...   brings them up to date
"""

import argparse
import pathlib
import re
import subprocess
import sys

BEGIN = "<!-- the table: written by tests/contract/table.py -->"
END = "<!-- the end of the table -->"
COMMAND = "cmake --build --preset dev --target contract_table"
TESTS = pathlib.Path(__file__).resolve().parent.parent
SUITE = "contract/"
ORDER = ["removal", "newcomers", "nesting", "callbacks", "exceptions", "lifetime", "handles", "order", "updating",
         "pairs", "elements", "beside", "scripts"]
# Tests of the suite that are no promise to users.
LEFT_OUT = {"script_from_the_environment"}
ALL = "all"
# Column heads, where the name is too long for one.
HEADS = {"buffered_list": "buff.", "linked_list": "link.", "weak_list": "weak", "weak_list_deleted": "weak d.",
         "fixed_pool": "fixed", "ordered_set": "set", "subset": "sub.", "entity_list": "ent.", "entity_bag": "ent. b.", "entity_pool": "ent. p.", "layers": "lay.",
         "system": "syst.", "subset_of_pool": "sub. p."}
# What a rule is about and a collection has not.
NOTHING_OF_THE_KIND = {(collection, 4): "no frozen views" for collection in
                       ("linked_list", "weak_list_deleted", "subset", "grid", "layers", "tree", "subset_of_pool")}


def fail(message):
    print(f"table.py: {message}", file=sys.stderr)
    sys.exit(2)


class Situation:
    """A test of the suite, or one outside of it (without a sentence)."""

    def __init__(self, name, sentence, rules, source, line, collections=()):
        self.name, self.sentence, self.rules = name, sentence.replace("|", "\\|"), rules
        self.source = f"tests/{source.relative_to(TESTS).as_posix()}#L{line}"
        self.collections = list(collections)


def tests_of(programs):
    """Collection -> set of situations, in the order of the programs."""
    found = {}
    for program in programs:
        try:
            listing = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            fail(f"{program}: expected a list of its tests, but: {error}")
        suite = None
        for line in listing.splitlines():
            name = line.split("#")[0].strip()
            if not line.startswith(" "):
                suite = name[len(SUITE):].rstrip(".") if name.startswith(SUITE) else None
            elif suite is not None:
                found.setdefault(suite, set()).add(name)
    if not found:
        fail(f"expected tests named {SUITE}COLLECTION.SITUATION, found none")
    return found


def documented(names, collections):
    """The same, as contract-tests.md has it."""
    found = {c: set() for c in collections}
    for name, of in re.findall(r"^\| \[`(\w+)`\]\(.*?\) \| (.*) \|$", names, re.MULTILINE):
        named = re.findall(r"`(\w+)`", of)
        for c in collections:
            if (c in named) != of.startswith("all"):
                found[c].add(name)
    return found


def rules_of(text):
    """The rules of "1, 5"."""
    return [int(rule) for rule in text.split(",")]


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def situations(tests):
    """Heading -> situations, in the order of the table. The rules are ALL for scripts, which try all of them at once."""
    files = sorted((TESTS / "contract" / "situations").glob("*.?pp"),
                   key=lambda f: (ORDER.index(f.stem) if f.stem in ORDER else len(ORDER), f.stem))
    sections = {}
    for file in files:
        text = file.read_text(encoding="utf-8")
        heading = re.search(r"^/// # (.+)$", text, re.MULTILINE)
        if heading is None:
            fail(f"{file}: expected a line '/// # Heading', found none")
        for match in re.finditer(r"^((?:///(?! #).*\n)*)SITUATION\((\w+)", text, re.MULTILINE):
            name = match.group(2)
            if name in LEFT_OUT:
                continue
            sentence = " ".join(line[3:].strip() for line in match.group(1).splitlines())
            told = re.fullmatch(r"(.+?) (?:Rules? (\d[\d, ]*)|All rules)\.", sentence)
            if told is None:
                fail(f"{file}: expected a comment that ends with 'Rules 1, 5.' above {name}, found '{sentence}'")
            sections.setdefault(heading.group(1), []).append(
                Situation(name, told.group(1), rules_of(told.group(2)) if told.group(2) else ALL, file,
                          line_of(text, match.start(2)), [c for c in tests if name in tests[c]]))
    known = {s.name for rows in sections.values() for s in rows} | LEFT_OUT
    for collection, names in tests.items():
        if names - known:
            fail(f"{collection}: expected a SITUATION for each test, found none for {', '.join(sorted(names - known))}")
    return sections


def tests_elsewhere():
    """Each test outside of the suite that says which rules it holds."""
    marked = re.compile(r"^// Rules? (\d[\d, ]*) of (\w+)\.\nTEST(?:_F)?\((\w+), (\w+)\)", re.MULTILINE)
    for file in sorted(TESTS.rglob("*.cpp")):
        text = file.read_text(encoding="utf-8")
        for match in marked.finditer(text):
            name = f"{file.parent.relative_to(TESTS).as_posix()}.{match.group(3)}.{match.group(4)}"
            yield Situation(name, "", rules_of(match.group(1)), file, line_of(text, match.start(3)), [match.group(2)])


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def table(tests, sections):
    """Reference links keep the rows short: the numbers stand for the situations."""
    lines, links = [], []
    for heading, those in sections.items():
        lines += [f"### {heading}", "", row("situation", *(HEADS.get(c, c) for c in tests)),
                  "|---|" + ":-:|" * len(tests)]
        for s in those:
            if s.collections:
                links.append(f"[{len(links) + 1}]: ../{s.source}")
                lines.append(row(s.sentence, *(f"[✓][{len(links)}]" if c in s.collections else "–" for c in tests)))
        lines.append("")
    return "\n".join([*lines, *links, ""])


def tests_by_rule(contract, tests, sections):
    rules = {int(n): title for n, title in re.findall(r"^(\d+)\. \*\*(.+?)\.?\*\*", contract, re.MULTILINE)}
    everything = [s for those in sections.values() for s in those if s.collections] + list(tests_elsewhere())
    held = {rule: [s for s in everything if s.rules == rule or s.rules != ALL and rule in s.rules] for rule in [*rules, ALL]}
    for s in everything:
        if s.rules != ALL and not set(s.rules) <= set(rules):
            fail(f"{s.name}: expected rules of contract.md, found {s.rules}")
    collections = list(tests) + sorted({c for s in everything for c in s.collections} - set(tests))

    lines = ["# The tests of each rule", "",
             f"Written by `{COMMAND}`.", "",
             "The rules are those of [the contract](../contract.md), and the numbers count tests. A test without a dot in its name is one",
             "of the suite, `contract/COLLECTION.TEST`. `ctest --preset dev -R NAME` runs a test.", "",
             row("rule", *(HEADS.get(c, c) for c in collections)), "|---|" + "--:|" * len(collections)]
    empty = set()
    for rule, title in [*rules.items(), (ALL, "by scripts")]:
        numbers = [sum(c in s.collections for s in held[rule]) for c in collections]
        lines.append(row(f"{rule} {title}", *(str(n) if n else "–" for n in numbers)))
        empty |= {(c, rule) for c, n in zip(collections, numbers) if n == 0}
    for cell in sorted(empty ^ set(NOTHING_OF_THE_KIND)):
        if cell in empty:
            fail(f"{cell[0]}: expected a test of rule {cell[1]}, found none")
        fail(f"{cell[0]}: expected no test of rule {cell[1]} ({NOTHING_OF_THE_KIND[cell]}), found one")
    for reason in sorted(set(NOTHING_OF_THE_KIND.values())):
        those = ", ".join(f"`{c}`" for (c, _), why in NOTHING_OF_THE_KIND.items() if why == reason)
        lines += ["", f"–: {those} ({reason})."]

    for rule, title in [*rules.items(), (ALL, "Random scripts")]:
        lines += ["", f"## {rule}. {title}" if rule != ALL else f"## {title}", "", row("test", "of"), "|---|---|"]
        for s in held[rule]:
            others = [c for c in tests if c not in s.collections]
            of = ", ".join(f"`{c}`" for c in s.collections)
            if len(others) < len(s.collections):
                of = "all" + (" but " if others else "") + ", ".join(f"`{c}`" for c in others)
            lines.append(row(f"[`{s.name}`](../../{s.source})", of))
    return "\n".join(lines) + "\n"


def between_the_marks(document, text):
    head, begin, rest = document.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        fail(f"contract.md: expected the lines '{BEGIN}' and '{END}'")
    return f"{head}{BEGIN}\n\n{text}\n{END}{tail}"


def without_line_numbers(text):
    """Every edit of a test moves the lines behind it; the links are brought up to date with the next change that matters."""
    return re.sub(r"#L\d+", "", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", required=True, type=pathlib.Path, help="the folder of contract.md")
    parser.add_argument("--write", action="store_true", help="bring the documents up to date")
    parser.add_argument("--some", action="store_true", help="the programs lack tests that the documents name")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    arguments = parser.parse_args()

    tests = tests_of(arguments.programs)
    contract = arguments.documents / "contract.md"
    names = arguments.documents / "generated" / "contract-tests.md"
    before = {f: f.read_text(encoding="utf-8") if f.exists() else "" for f in (contract, names)}
    if arguments.some:
        for collection, those in documented(before[names], tests).items():
            tests[collection] |= those
    sections = situations(tests)
    after = {contract: between_the_marks(before[contract], table(tests, sections)),
             names: tests_by_rule(before[contract], tests, sections)}
    stale = [f for f in before if without_line_numbers(before[f]) != without_line_numbers(after[f])]
    if arguments.write:
        for file in before:
            file.write_text(after[file], encoding="utf-8")
    elif stale:
        for file in stale:
            print(f"{file} is out of date.", file=sys.stderr)
        print(f"To bring it up to date: {COMMAND}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
