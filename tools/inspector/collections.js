// Collections as pictures of their pages.
async function showCollections() {
  const all = (await get('/collections')).collections;
  if (!all.some((c) => c.name === seen.collection)) seen.collection = all[0]?.name ?? null;
  at('collection-names').replaceChildren(...all.map((c) => {
    const b = make('button', { type: 'button', ariaPressed: c.name === seen.collection, onclick: () => {
      Object.assign(seen, { collection: c.name, from: 0, page: null, slot: null });
      return attempt(showCollections);
    } }, `${c.name} (${c.size})`);
    return b;
  }));
  const c = all.find((one) => one.name === seen.collection);
  at('collection-name').textContent = c?.name ?? 'No collection is shown: inspect.add("bullets", bullets)';
  if (c === undefined) return;
  at('collection-facts').textContent = c.pages === undefined ? `${c.size} elements`
    : `${c.size} elements in ${c.pages} pages of ${c.slots_of_page} slots, ${bytes(c.bytes)}`;
  if (c.pages === undefined) return at('pages').replaceChildren();
  const picture = await get(`/collections/${part(c.name)}/pages?from=${seen.from}`);
  at('pages').replaceChildren(...picture.pages.map((p) => drawPage(p, picture.open.filter((o) => o.page === p.number))));
  at('pages-before').disabled = seen.from === 0;
  at('pages-after').disabled = picture.next === undefined;
  await showElements(c);
}
async function showElements(c) {
  if (seen.page === null || !c.elements_described || seen.page >= c.pages) return at('elements').replaceChildren();
  const path = `/collections/${part(c.name)}/pages/${seen.page}`;
  const page = await get(path);
  if (seen.slot !== null && at('elements').contains(document.activeElement)) return;
  at('elements').replaceChildren(make('h3', {}, `Page ${seen.page}`), ...page.elements.map((e) => {
    const text = `${e.slot}: ${JSON.stringify(e.value)}`;
    if (!page.editable) return make('div', { className: 'mono' }, text);
    const chosen = e.slot === seen.slot;
    const row = make('button', { type: 'button', className: 'mono', ariaExpanded: chosen, onclick: () => {
      seen.slot = chosen ? null : e.slot;
      document.activeElement.blur();
      return attempt(showCollections);
    } }, text);
    if (!chosen) return make('div', {}, row);
    const fields = [];
    const edit = (where, to) => attempt(async () => {
      document.activeElement?.blur();
      try {
        await command(`${c.name}, slot ${e.slot}`, ['PATCH', `${path}/${e.slot}`, changed(page.type, e.value, where, to)],
          ['PATCH', `${path}/${e.slot}`, changed(page.type, e.value, where, reach(e.value, where))]);
      } finally {
        await showCollections();
      }
    });
    const box = make('div', {}, row, editor(page.type, null, [], 'value', edit, fields, 'element'));
    for (const f of fields) f.show(reach(e.value, f.path));
    return box;
  }));
}
function drawPage(page, open) {
  const size = 7, high = 10;
  const canvas = make('canvas', { width: page.slots.length * size, height: high + 6, role: 'img' });
  const live = page.slots.split('#').length - 1;
  const stands = open.length === 0 ? '' : `, with ${open.map((o) => `a ${o.kind} at slot ${o.slot}`).join(' and ')}`;
  canvas.setAttribute('aria-label', `Page ${page.number}: ${live} of ${page.slots.length} slots${stands}`);
  canvas.title = [canvas.getAttribute('aria-label'), ...open.map((o) => o.opened ?? '')].join('\n').trim();
  canvas.style.maxWidth = 'none';
  canvas.onclick = () => { Object.assign(seen, { page: page.number, slot: null }); return attempt(showCollections); };
  const style = getComputedStyle(document.documentElement);
  const colour = { '#': style.getPropertyValue('--live'), g: style.getPropertyValue('--ghost'), '.': style.getPropertyValue('--empty') };
  const to = canvas.getContext('2d');
  [...page.slots].forEach((slot, i) => {
    to.fillStyle = colour[slot];
    to.fillRect(i * size, 0, size - 1, high);
  });
  to.fillStyle = style.getPropertyValue('--walk');
  for (const o of open) to.fillRect(o.slot * size, high, size - 1, 5);
  return canvas;
}
at('pages-before').onclick = () => { seen.from = Math.max(0, seen.from - 64); return attempt(showCollections); };
at('pages-after').onclick = () => { seen.from += 64; return attempt(showCollections); };
