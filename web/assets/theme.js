// What the theme lacks: names and focus for those who use no pointer, and patience: the index of its search is larger than most
// pages, and is not loaded before there is a search.
{
  const dialog = document.querySelector('.md-search');
  dialog.setAttribute('aria-label', 'Search');
  const input = dialog.querySelector('input');
  const wanted = new Promise((resolve) => {
    input.addEventListener('focus', resolve, { once: true });
    if (new URLSearchParams(location.search).has('q')) resolve();
  });
  const address = new URL('../search/search_index.json', document.currentScript.src);
  window.__search = { index: wanted.then(() => fetch(address)).then((response) => response.json()) };

  // What is wider than the page is scrolled by keyboard, too. (The theme wraps tables when it has been loaded.)
  const wide = () => document.querySelectorAll('.md-search__scrollwrap, .md-typeset pre > code, .md-typeset__scrollwrap');
  window.addEventListener('load', () => {
    for (const region of wide()) region.tabIndex = 0;
  });
}
