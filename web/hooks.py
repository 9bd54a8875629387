"""What mkdocs does to each page besides."""


def on_page_content(html, **_):
    """The corner of a table is no header, where there is nothing in it."""
    return html.replace('<th></th>', '<td></td>')
