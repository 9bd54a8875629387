"""Whether each relative link of the documents leads to a file, and each anchor to a title: check_links.py ROOT."""

import re
import sys
from pathlib import Path

LINK = re.compile(r"`[^`\n]*`|(?:\]\(|^\[[^\]\n]+\]:\s+)([^)\s]+)", re.MULTILINE)
FENCED = re.compile(r"^(`{3,})[^\n]*\n.*?^\1\s*$", re.MULTILINE | re.DOTALL)


def anchor_of(title):
    """As GitHub and mkdocs make it."""
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"[`*]", "", title))
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title.strip().lower()))


def anchors_of(path):
    return {anchor_of(title) for title in re.findall(r"^#+ (.+)$", FENCED.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)}


def main():
    root = Path(sys.argv[1]).resolve()
    documents = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "packaging").rglob("*.md"), root / "web/index.md"]
    links = 0
    faults = []
    for document in documents:
        for match in LINK.finditer(FENCED.sub("", document.read_text(encoding="utf-8"))):
            target = match.group(1)
            if not target or re.match(r"[a-z]+:", target):
                continue
            links += 1
            path, _, anchor = target.partition("#")
            there = (document.parent / path).resolve() if path else document
            place = f"{document.relative_to(root)}: {target}"
            if not there.exists():
                faults.append(f"{place}: there is no such file")
            elif anchor and there.suffix == ".md" and anchor not in anchors_of(there):
                faults.append(f"{place}: there is no such title")
    print(f"{links} links, {len(faults)} faults")
    sys.exit("\n".join(faults) or (None if links else "no link was found"))


main()
