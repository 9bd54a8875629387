#!/usr/bin/env python3
"""Gathers the pages of the site in build/web: the documents, the sources that they link to, and the API.

The documents stay as they are, and read well without this. What changes on the way: a link to a document becomes one to its
page, a link to another file one to a page that shows the file, and a program that is one of examples/ gets a button that
runs it (assets/samples.mjs). A link that leads nowhere ends the build.
"""
import html
import json
import os
import re
import shutil
import sys
from pathlib import Path

import api

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / 'build/web'
PAGES = WORK / 'pages'

# Documents outside of docs/ and where their pages stand; all of docs/ stands as it does there.
ELSEWHERE = {'README.md': 'overview.md', 'CONTRIBUTING.md': 'contributing.md', 'CHANGELOG.md': 'changelog.md',
             'web/index.md': 'index.md', 'web/playground/index.md': 'playground.md'}
# Scripts of pages, and what each needs to find there.
SCRIPTS = {'which-collection.md': ('which.mjs', '<div id="which" markdown="0"></div>')}

# (What stands in backticks on one line is code: a lambda is no link.)
LINK = re.compile(r'`[^`\n]*`|(\]\(|^\[[^\]\n]+\]:\s+)([^)\s]+)', re.MULTILINE)
FENCED = re.compile(r'^ *(`{3,})[^\n]*\n.*?^ *\1\s*$', re.MULTILINE | re.DOTALL)
OF_OTHERS = re.compile(r'[a-z]+:|#')

errors = []


def documents():
    """From the path of each document in the repository to that of its page."""
    found = {str(path.relative_to(ROOT)): str(path.relative_to(ROOT / 'docs')) for path in (ROOT / 'docs').rglob('*.md')}
    found |= {source: page for source, page in ELSEWHERE.items() if (ROOT / source).exists()}
    return found


def outside_fences(change, text):
    """The text, changed wherever it is no code."""
    parts, at = [], 0
    for fence in FENCED.finditer(text):
        parts += [change(text[at:fence.start()]), fence.group()]
        at = fence.end()
    return ''.join(parts + [change(text[at:])])


class Sources:
    """Pages that show a file of the repository, or what is in a folder, made as links to them are met."""

    def __init__(self):
        self.made = set()

    def page_of(self, path):
        name = f'source/{path}.html'
        if path not in self.made:
            self.made.add(path)
            target = PAGES / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self.show(path, name))
        return name

    def show(self, path, name):
        full = ROOT / path
        if full.is_dir():
            entries = sorted(p for p in full.iterdir() if not p.name.startswith(('.', '__')))
            body = '<ul>' + ''.join(
                f'<li><a href="{os.path.relpath(self.page_of(str(p.relative_to(ROOT))), os.path.dirname(name))}">'
                f'{html.escape(p.name)}{"/" if p.is_dir() else ""}</a></li>' for p in entries) + '</ul>'
        else:
            try:
                lines = full.read_text().splitlines()
                body = '<pre tabindex="0">' + ''.join(
                    f'<span id="L{i}">{html.escape(line)}\n</span>' for i, line in enumerate(lines, 1)) + '</pre>'
            except UnicodeDecodeError:
                body = f'<p>{full.stat().st_size} bytes that are no text.</p>'
        top = '../' * name.count('/')
        return (f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{path}</title>'
                f'<meta name="viewport" content="width=device-width, initial-scale=1">'
                f'<link rel="icon" href="{top}assets/icon.svg"><link rel="stylesheet" href="{top}assets/source.css">'
                f'</head><body><header><a href="{top}index.html">throng</a></header>'
                f'<main><h1>{html.escape(path)}</h1>{body}</main></body></html>\n')


def with_links(text, source, page, known, sources):
    """A document's text with links as they are on the site."""
    def mend(match):
        target = match.group(2)
        if target is None or OF_OTHERS.match(target):
            return match.group()
        path, _, anchor = target.partition('#')
        path = os.path.normpath(os.path.join(os.path.dirname(source), path))
        if path in known:
            to = known[path]
        elif path.startswith('docs/') and (ROOT / path).is_file():
            to = path.removeprefix('docs/')
        elif (ROOT / path).exists():
            to = sources.page_of(path)
        else:
            errors.append(f'{source}: the link to {target} leads nowhere')
            return match.group()
        to = os.path.relpath(to, os.path.dirname(page) or '.')
        return match.group(1) + to + ('#' + anchor if anchor else '')
    return outside_fences(lambda part: LINK.sub(mend, part), text)


def with_samples(text, samples):
    """A document's text in which each program of examples/ stands in an element that tells its name, with its output."""
    for name, (program, output) in samples.items():
        if program not in text:
            continue
        shown = re.compile(f'^```cpp\n{re.escape(program)}```\n(.*?)^```text\n{re.escape(output)}```\n',
                           re.MULTILINE | re.DOTALL)
        text = shown.sub(lambda m: f'<div class="sample" data-program="{name}" markdown="1">\n\n{m.group()}\n</div>\n', text)
    return text


def with_script(text, page):
    """A page's text with its script, and with the element for it below the title."""
    if page not in SCRIPTS:
        return text
    script, element = SCRIPTS[page]
    return f'---\nscripts: [assets/{script}]\n---\n' + re.sub(r'(?m)^# .*$', lambda m: f'{m.group()}\n\n{element}', text, count=1)


def front_page(text):
    """The front page with the version, and with the costs of the table in the README as bars."""
    version = re.search(r'THRONG_VERSION "([^"]+)"', (ROOT / 'include/throng/version.hpp').read_text()).group(1)
    rows = [(cells[0].strip(), float(cells[-1])) for cells in
            (line.strip('|').split('|') for line in (ROOT / 'README.md').read_text().splitlines() if line.startswith('| '))
            if re.fullmatch(r' *[0-9.]+ *', cells[-1]) and len(cells) == 6]
    if len(rows) < 3:
        errors.append('web/index.md: README.md has no table of costs in nanoseconds an element any more')
    most = max((cost for _, cost in rows), default=1)
    bars = '\n'.join(
        f'<tr class="{"home-ours" if name.startswith("throng") else ""}"><th scope="row">{code_in(name)}</th>'
        f'<td><span style="width: {100 * cost / most:.1f}%"></span>{cost:g}</td></tr>' for name, cost in rows)
    return text.replace('@VERSION@', version).replace('@BARS@', bars), version


def code_in(text):
    return re.sub(r'`([^`]+)`', r'<code>\1</code>', html.escape(text, quote=False))


def title_of(text, page):
    match = re.search(r'^# (.+)$', text, re.MULTILINE)
    return match.group(1) if match else page


def in_folder(folder, titles):
    """The pages of a folder in the order in which its README.md links to them, in groups by its headings of second rank."""
    text = (ROOT / 'docs' / folder / 'README.md').read_text()
    nav, group = [{'Overview': f'{folder}/README.md'}], None
    here = {page for page in titles if os.path.dirname(page) == folder} - {f'{folder}/README.md'}
    for line in text.splitlines():
        if line.startswith('## '):
            group = []
            nav.append({line.removeprefix('## '): group})
        for target in re.findall(r'\]\(([^)#\s]+\.md)\)', line):
            page = os.path.normpath(os.path.join(folder, target))
            if page in here:
                here.remove(page)
                (nav if group is None else group).append({titles[page]: page})
    for page in sorted(here):
        errors.append(f'docs/{folder}/README.md: it does not link to {page}')
    return [one for one in nav if list(one.values()) != [[]]]


def navigation(titles, api_nav):
    """What web/navigation.txt says, as mkdocs wants it."""
    nav, named, rest = [{'Home': 'index.md'}], {'index.md'}, None
    for line in (ROOT / 'web/navigation.txt').read_text().splitlines():
        if line.startswith('#') or not line.strip():
            continue
        title, _, items = line.partition(':')
        items = items.split()
        if items == ['api/']:
            nav.append({title: api_nav})
        elif len(items) == 1 and items[0].endswith('/'):
            inside = in_folder(items[0].rstrip('/'), titles)
            named |= {page for page in titles if page.startswith(items[0])}
            nav.append({title: inside})
        elif len(items) == 1 and items[0] in titles:
            named.add(items[0])
            nav.append({title: items[0]})
        else:
            pages = []
            for item in items:
                if item == '*':
                    rest = pages
                elif item in titles:
                    named.add(item)
                    pages.append({titles[item]: item})
                else:
                    errors.append(f'web/navigation.txt: there is no page {item}')
            nav.append({title: pages})
    if rest is not None:
        rest += [{titles[page]: page} for page in sorted(set(titles) - named, key=lambda page: ('/' in page, titles[page].lower()))]
    return nav


def main():
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / 'docs', PAGES, ignore=lambda _, names: [n for n in names if n.endswith('.md')])
    shutil.copytree(ROOT / 'web/assets', PAGES / 'assets')
    known, sources, titles = documents(), Sources(), {}
    # (A program that needs other libraries or files does not run in a page.)
    samples = {str(path.relative_to(ROOT / 'examples').with_suffix('')): (path.read_text(), path.with_suffix('.txt').read_text())
               for folder in ('', 'tutorial') for path in (ROOT / 'examples' / folder).glob('*.cpp')
               if path.with_suffix('.txt').exists()
               and not re.search('#include <throng/(extra/|trace.hpp)', path.read_text())}
    version = ''
    used = set()
    for source, page in known.items():
        text = with_script(with_samples((ROOT / source).read_text(), samples), page)
        if page == 'index.md':
            text, version = front_page(text)
        text = with_links(text, source, page, known, sources)
        used |= set(re.findall(r'data-program="([\w/]+)"', text))
        titles[page] = title_of(text, page)
        (PAGES / page).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / page).write_text(text)
    (WORK / 'samples').write_text(''.join(name + '\n' for name in sorted(used)))

    api_nav = api.write(WORK / 'doxygen/xml', PAGES / 'api', errors)
    nav = navigation(titles, api_nav)
    # (JSON is YAML.)
    (WORK / 'mkdocs.yml').write_text(json.dumps({
        'INHERIT': str(ROOT / 'web/mkdocs.yml'), 'theme': {'custom_dir': str(ROOT / 'web/theme')},
        'hooks': [str(ROOT / 'web/hooks.py')], 'docs_dir': str(PAGES), 'site_dir': str(ROOT / 'build/site'), 'nav': nav,
        'extra': {'generator': False, 'release': version},
    }))
    for error in errors:
        print(f'web/pages.py: {error}', file=sys.stderr)
    return 1 if errors else 0


if __name__ == '__main__':
    sys.exit(main())
