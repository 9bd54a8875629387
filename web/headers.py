#!/usr/bin/env python3
"""Packs the headers for the compiler in the pages: web/headers.py TO.json.gz"""
import gzip
import json
import sys
from pathlib import Path

include = Path(__file__).resolve().parent.parent / 'include'
tree = {}
for header in sorted(include.rglob('*.hpp')):
    parts = header.relative_to(include).parts
    if 'extra' in parts:
        continue  # they need other libraries
    folder = tree
    for part in parts[:-1]:
        folder = folder.setdefault(part, {})
    folder[parts[-1]] = header.read_text()
Path(sys.argv[1]).write_bytes(gzip.compress(json.dumps(tree).encode(), mtime=0))
