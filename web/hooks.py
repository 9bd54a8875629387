"""What mkdocs does to each page besides, and to the index of the search."""
import json
import re
from pathlib import Path


def on_page_content(html, **_):
    """The corner of a table is no header, where there is nothing in it; pictures load when they are about to be seen."""
    return re.sub(r'<th( [^>]*)?></th>', r'<td\1></td>', html).replace('<img ', '<img loading="lazy" ')


def on_post_build(config, **_):
    """The terms of search.txt are found, each as a heading of its page."""
    path = Path(config['site_dir']) / 'search/search_index.json'
    index = json.loads(path.read_text())
    titles = {doc['location']: doc['title'] for doc in index['docs']}
    for line in (Path(__file__).parent / 'search.txt').read_text().splitlines():
        if line.startswith('#') or not line.strip():
            continue
        page, terms = line.split(':', 1)
        location = page.strip().removesuffix('.md') + '.html'
        if location not in titles:
            raise SystemExit(f'web/search.txt: there is no page {page}')
        for number, term in enumerate(terms.split(';')):
            # (The search joins what has one address: each has its own, which leads to the top of the page.)
            index['docs'].append({'location': f'{location}#term-{number}', 'title': term.strip(), 'text': titles[location]})
    path.write_text(json.dumps(index))
