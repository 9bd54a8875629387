"""Whether all code in the middle column of a document's tables stands in a file that the tests compile.

    check_rows.py DOCUMENT SOURCE
"""

import re
import sys


def squeezed(text):
    return re.sub(r"\s+", "", text)


def main():
    if len(sys.argv) != 3:
        sys.exit("check_rows.py: expected a document and a source file")
    document, source = sys.argv[1:]
    with open(source, encoding="utf-8") as f:
        compiled = squeezed(f.read())
    missing = 0
    rows = 0
    with open(document, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            cells = re.split(r"(?<!\\)\|", line)
            if not line.startswith("|") or len(cells) < 5 or set(cells[1].strip()) <= set("-: "):
                continue
            for code in re.findall(r"`([^`]*)`", cells[2]):
                rows += 1
                if squeezed(code.replace("\\|", "|")) not in compiled:
                    missing += 1
                    print(f"{document}:{number}: expected in {source}: {code}")
    print(f"{rows} pieces of code, {missing} missing")
    sys.exit(1 if missing or not rows else 0)


main()
