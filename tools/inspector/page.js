'use strict';
const token = new URLSearchParams(location.hash.slice(1)).get('token');
const at = (id) => document.getElementById(id);
const seen = { types: new Map(), entity: null, shape: '', next: null, collection: null, from: 0, page: null, slot: null, frames: [],
  names: [], last: 0, paused: false, edits: 0, asked: 0 };

/** Makes an element: properties, and then what is in it. */
function make(tag, properties = {}, ...inside) {
  const e = Object.assign(document.createElement(tag), properties);
  e.append(...inside);
  return e;
}
/** Asks the program; a problem is thrown as it was told. */
async function ask(method, path, body) {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(`/api/v1${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  const value = text === '' ? null : JSON.parse(text);
  if (!answer.ok) throw value ?? { detail: answer.statusText, status: answer.status };
  return value;
}
const get = (path) => ask('GET', path);
const part = encodeURIComponent;
function say(problem) {
  const what = problem instanceof Error ? 'The program does not answer.' : problem?.detail ?? '';
  at('status').textContent = problem?.pointer ? `${problem.pointer}: ${what}` : what;
}
/** For what was asked for on the page: what goes wrong is said. */
async function attempt(act) {
  try {
    await act();
    say('');
  } catch (problem) {
    say(problem);
  }
}
const bytes = (n) => (n < 10240 ? `${n} B` : n < 10485760 ? `${(n / 1024).toFixed(0)} KiB` : `${(n / 1048576).toFixed(1)} MiB`);

// --- time ---

function showTimeOf(t) {
  at('time').hidden = false;
  seen.paused = t.paused;
  at('frame').textContent = `frame ${t.frame}`;
  at('pause').textContent = t.paused ? 'Go on' : 'Pause';
  at('pause').setAttribute('aria-pressed', t.paused);
  at('record').setAttribute('aria-pressed', t.recording);
  at('record').disabled = t.most_recorded === 0;
  at('back').disabled = t.recorded === 0;
  at('recorded').textContent = t.recording ? `of ${t.recorded} (${bytes(t.recorded_bytes)})` : '';
}
/** What was asked for before an edit is not shown after it. */
async function showTime() {
  const { edits } = seen;
  try {
    const t = await get('/time');
    if (edits === seen.edits) showTimeOf(t);
  } catch (problem) {
    at('time').hidden = true;
    if (problem.status !== 409) throw problem;
  }
}
const change = (act) => attempt(async () => { await act(); await refresh(); });
/** The answer says what is so now; what was asked for before it came is older. */
const changeTime = (method, path, body) => change(async () => {
  ++seen.edits;
  const t = await ask(method, path, body);
  ++seen.edits;
  showTimeOf(t);
});
at('pause').onclick = () => {
  seen.paused = !seen.paused;
  changeTime('PATCH', '/time', { paused: seen.paused });
};
at('step').onclick = () => changeTime('POST', '/time/step', { frames: 1 });
at('record').onclick = () => changeTime('PATCH', '/time', { recording: at('record').getAttribute('aria-pressed') !== 'true' });
at('back').onclick = () => changeTime('POST', '/time/roll-back', { frames: Math.max(1, Number(at('frames').value)) });

// --- entities ---

function row(e, depth) {
  const names = Array.isArray(e.components) ? e.components : Object.keys(e.components);
  const button = make('button', { type: 'button' }, ...(e.name ? [depth === 0 && e.path || e.name, ' '] : []),
    make('span', { className: 'mono' }, e.id), ' ',
    make('span', { className: 'dim' }, names.filter((n) => !n.startsWith('throng::')).join(' ')));
  button.dataset.id = e.id;
  button.style.paddingLeft = `${0.5 + depth}rem`;
  button.onclick = () => choose(e.id);
  const item = make('li', {}, button);
  if (e.has_children) item.append(make('ul', { className: 'children' }));
  return item;
}
/** As what entities are shown: a tree of families or of a relation, or, without a value, a list. */
const treeOf = () => ({ is: at('tree').value !== '', by: at('tree').selectedOptions[0].dataset.relation ?? '',
  depth: at('tree').selectedOptions[0].dataset.depth });
async function showTrees() {
  const { relations } = await get('/relations');
  if (at('tree').options.length === relations.length + 2) return;
  [...at('tree').options].slice(2).forEach((o) => o.remove());
  for (const { name, acyclic } of relations) {
    const option = make('option', { value: `relation ${name}` }, `as ${name}`);
    // (Where a circle leads back, one step down is enough.)
    Object.assign(option.dataset, { relation: `&relation=${part(name)}`, depth: acyclic ? 8 : 2 });
    at('tree').append(option);
  }
}
/** What is below those that are listed, as far as it goes. */
async function addChildren(items, list, depth, tree) {
  for (let i = 0; i < items.length && depth < tree.depth; ++i) {
    const below = list.children[list.children.length - items.length + i].querySelector('ul');
    if (below === null) continue;
    below.style.cssText = 'list-style: none; margin: 0; padding: 0';
    const children = (await get(`/entities?parent=${part(items[i].id)}${tree.by}`)).entities;
    below.append(...children.map((c) => row(c, depth)));
    await addChildren(children, below, depth + 1, tree);
  }
}
async function list(more) {
  const query = at('query').value;
  const named = at('named').value;
  const tree = treeOf();
  const asked = ++seen.asked;
  let answer;
  try {
    answer = await get(`/entities?query=${part(query)}${more ? `&from=${seen.next}` : ''}${tree.is ? '&roots=1' : ''}${tree.by}${
      named === '' ? '' : `&name=${part(named)}`}`);
  } catch (problem) {
    // (What is listed is no answer to this.)
    if (asked === seen.asked) {
      at('list').replaceChildren();
      at('more').hidden = true;
      at('count').textContent = '';
      at('mark').hidden = problem.marked === undefined;
    }
    if (problem.marked === undefined) throw problem;
    at('mark').textContent = `${problem.marked}\n${problem.detail}`;
    return;
  }
  if (asked !== seen.asked) return;
  at('mark').hidden = true;
  const found = answer.entities.map((e) => row(e, 0));
  if (more) at('list').append(...found);
  else at('list').replaceChildren(...found);
  at('count').textContent = `${answer.count ?? at('list').children.length + (answer.next === undefined ? '' : ' of more')} found`;
  if (tree.is) await addChildren(answer.entities, at('list'), 1, tree);
  seen.next = answer.next ?? null;
  at('more').hidden = seen.next === null;
  mark();
}
function mark() {
  for (const b of at('list').querySelectorAll('button')) b.setAttribute('aria-current', b.dataset.id === seen.entity);
}
function choose(id) {
  seen.entity = id;
  seen.shape = '';
  mark();
  return attempt(showEntity);
}
async function typeOf(name) {
  if (!seen.types.has(name)) seen.types.set(name, await get(`/components/${part(name)}`));
  return seen.types.get(name);
}
/** What to send so that one part changes: of a structure that field alone, of an array all of it. */
function changed(type, value, path, to) {
  if (path.length === 0) return to;
  const [first, ...rest] = path;
  if (type.kind === 'structure')
    return { [first]: changed(type.fields.find((f) => f.name === first).type, value[first], rest, to) };
  const all = structuredClone(value);
  all[first] = rest.length === 0 ? to : put(structuredClone(value[first]), rest, to);
  return all;
}
function put(value, [first, ...rest], to) {
  value[first] = rest.length === 0 ? to : put(value[first], rest, to);
  return value;
}
const reach = (value, path) => path.reduce((v, k) => v?.[k], value);
/** Where a part of a component is edited; `edit(path, value)` sends it. */
function editor(type, field, path, label, edit, fields, name) {
  const id = `field-${name}-${path.join('-')}`;
  let input;
  const plain = (text) => (typeof text === 'string' ? text : text === undefined ? '' : JSON.stringify(text));
  if (type.kind === 'structure') {
    return make('div', { className: path.length === 0 ? '' : 'nested' }, ...(path.length === 0 ? [] : [make('span', { className: 'dim' }, label)]),
      ...type.fields.map((f) => editor(f.type, f, [...path, f.name], f.name, edit, fields, name)));
  }
  if (type.kind === 'boolean') {
    input = make('input', { type: 'checkbox', onchange: () => edit(path, input.checked) });
    fields.push({ input, path, show: (v) => { input.checked = v; } });
  } else if (type.kind === 'enumeration' && type.names.length !== 0) {
    input = make('select', { onchange: () => edit(path, /^-?\d+$/.test(input.value) ? Number(input.value) : input.value) },
      ...type.names.map((n) => make('option', { value: n }, n)));
    fields.push({ input, path, show: (v) => {
      if (![...input.options].some((o) => o.value === plain(v))) input.append(make('option', { value: plain(v) }, plain(v)));
      input.value = plain(v);
    } });
  } else {
    const isText = type.kind === 'text';
    const isNumber = ['integer', 'natural', 'real', 'enumeration'].includes(type.kind);
    const bounded = field?.least !== undefined && field?.most !== undefined;
    input = make('input', { type: isNumber && bounded ? 'number' : 'text', className: isText ? '' : 'mono', onchange: () => {
      let value = input.value;
      if (!isText) {
        try { value = JSON.parse(value); } catch { /* (as "inf", or an entity: it is text) */ }
      }
      edit(path, value);
    } });
    if (bounded && isNumber) Object.assign(input, { min: field.least, max: field.most, step: type.kind === 'real' ? 'any' : 1 });
    fields.push({ input, path, show: (v) => { input.value = isText && typeof v === 'string' ? v : plain(v); } });
  }
  input.id = id;
  input.dataset.path = path.join('.');
  const more = [field?.unit ? ` ${field.unit}` : ''];
  if (field?.least !== undefined || field?.most !== undefined)
    more.push(` ${field.least ?? '−∞'} to ${field.most ?? '∞'}`);
  return make('div', { className: 'field' }, make('label', { htmlFor: id, title: field?.doc ?? '' }, label || type.kind),
    make('span', { className: 'row' }, input, make('span', { className: 'dim' }, ...more)));
}
async function showEntity() {
  const id = seen.entity;
  if (id === null) return;
  const box = at('detail');
  let entity;
  try {
    entity = await get(`/entities/${part(id)}`);
  } catch (problem) {
    if (problem.status !== 404) throw problem;
    box.replaceChildren(make('p', { className: 'dim' }, `${id} is gone.`), make('pre', {}, problem.story ?? ''));
    seen.entity = null;
    return;
  }
  if (id !== seen.entity) return;
  const names = Object.keys(entity.components);
  const shape = JSON.stringify([id, names, entity.name, entity.path, entity.parent, entity.children, entity.relations, entity.omitted, entity.story]);
  if (shape !== seen.shape) {
    seen.shape = shape;
    seen.fields = [];
    await build(box, entity, names);
  }
  for (const { name, fields, state } of seen.fields) {
    state.value = entity.components[name];
    for (const f of fields) if (f.input !== document.activeElement) f.show(reach(state.value, f.path));
  }
}
async function build(box, entity, names) {
  const path = `/entities/${part(entity.id)}`;
  const link = (id) => make('button', { type: 'button', className: 'mono', onclick: () => choose(id) }, id);
  const all = (await get('/components')).components;
  const parts = [make('div', { className: 'row' }, make('h2', { className: 'mono' }, entity.id), make('span', { className: 'grow' }),
    make('button', { type: 'button', onclick: () => change(() => ask('DELETE', path)) }, 'Destroy'))];
  const name = make('input', { id: 'its-name', value: entity.name ?? '', onchange: () => change(async () => {
    seen.shape = ''; // (what is refused is shown as it was)
    name.blur();
    await ask('PATCH', path, { name: name.value });
  }) });
  parts.push(make('div', { className: 'field' }, make('label', { htmlFor: 'its-name' }, 'name'),
    make('span', { className: 'row' }, name, make('span', { className: 'dim', id: 'its-path' }, entity.path ?? ''))));
  if (entity.parent) parts.push(make('p', {}, 'child of ', link(entity.parent)));
  if (entity.children) parts.push(make('p', { className: 'row' }, 'parent of ', ...entity.children.map(link)));
  for (const [name, { targets, sources }] of Object.entries(entity.relations ?? {})) {
    parts.push(make('p', { className: 'row' }, `${name} → `, ...targets.map(link), ' ← ', ...sources.map(link)));
    parts.at(-1).dataset.relation = name;
  }
  for (const name of names) {
    const of = await typeOf(name);
    const component = `${path}/components/${part(name)}`;
    const state = { value: entity.components[name] };
    const fields = [];
    const edit = (where, to) => attempt(async () => {
      try {
        await ask('PATCH', component, changed(of.type, state.value, where, to));
      } finally {
        document.activeElement?.blur();
        await showEntity();
      }
    });
    const box = make('div', { className: 'component' }, make('div', { className: 'row' }, make('h3', {}, name),
      make('span', { className: 'grow' }), make('button', { type: 'button', ariaLabel: `Take ${name} away`,
        onclick: () => change(() => ask('DELETE', component)) }, '×')));
    box.dataset.component = name;
    if (of.editable && of.type) box.append(editor(of.type, null, [], '', edit, fields, name));
    else if (!of.tag) box.append(make('p', { className: 'dim' }, of.type ? JSON.stringify(state.value) : 'not described'));
    seen.fields.push({ name, fields, state });
    parts.push(box);
  }
  if (entity.omitted) parts.push(make('p', { className: 'dim' }, `Too large to be shown: ${entity.omitted.join(', ')}`));
  const others = all.filter((c) => !names.includes(c.name) && (c.tag || c.editable));
  const select = make('select', { ariaLabel: 'Component to give' }, ...others.map((c) => make('option', {}, c.name)));
  parts.push(make('div', { className: 'row' }, select, make('button', { type: 'button', onclick: () =>
    change(() => ask('PUT', `${path}/components/${part(select.value)}`)) }, 'Give')));
  if (entity.story) parts.push(make('h3', {}, 'Story'), make('pre', {}, entity.story));
  box.replaceChildren(...parts);
}
let typing = 0;
at('query').oninput = at('named').oninput = () => {
  clearTimeout(typing);
  typing = setTimeout(() => attempt(() => list(false)), 150);
};
at('tree').onchange = () => attempt(() => list(false));
at('more').onclick = () => attempt(() => list(true));

// --- systems ---

const hue = (i) => `hsl(${(i * 137.5) % 360} 65% 55%)`;
async function showSystems() {
  const [systems, frames] = await Promise.all([get('/systems'), get(`/frames?after=${seen.last}`)]);
  seen.names = frames.systems;
  seen.frames.push(...frames.frames);
  seen.frames.splice(0, seen.frames.length - 300);
  seen.last = seen.frames.at(-1)?.number ?? 0;
  drawFlame();
  at('system-rows').replaceChildren(...systems.systems.map((s) => {
    const name = `${s.schedule}/${s.name}`;
    const swatch = make('span', { className: 'swatch' });
    swatch.style.background = hue(Math.max(0, seen.names.indexOf(name)));
    const active = make('input', { type: 'checkbox', checked: s.active, ariaLabel: `${name} is active`, onchange: () =>
      change(() => ask('PATCH', `/systems/${part(s.schedule)}/${part(s.name)}`, { active: active.checked })) });
    const cell = (text) => make('td', { className: 'number' }, String(text));
    return make('tr', {}, make('td', {}, swatch, name), make('td', {}, active), cell(s.runs), cell(s.last_us), cell(s.mean_us));
  }));
}
function drawFlame() {
  const canvas = at('flame');
  const to = canvas.getContext('2d');
  const sums = seen.frames.map((f) => f.systems.reduce((sum, [, us]) => sum + us, 0));
  const most = Math.max(1, ...sums);
  const wide = canvas.width / 300;
  to.clearRect(0, 0, canvas.width, canvas.height);
  seen.frames.forEach((f, i) => {
    let y = canvas.height;
    for (const [number, us] of f.systems) {
      const high = (us / most) * canvas.height;
      y -= high;
      to.fillStyle = hue(number);
      to.fillRect(i * wide, y, Math.max(1, wide - 0.5), high);
    }
  });
  at('flame-scale').textContent = seen.frames.length === 0 ? 'No schedule is shown: inspect.add("systems", systems)'
    : `${seen.frames.length} frames; the highest is ${most} µs`;
}

// --- collections ---

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
        await ask('PATCH', `${path}/${e.slot}`, changed(page.type, e.value, where, to));
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

// --- memory ---

async function showMemory() {
  const m = await get('/components');
  const rows = [...m.components.map((c) => [c.name, c.count, c.bytes]), ['(entities)', '', m.entities_bytes],
    ['(subsets)', '', m.subsets_bytes]].sort((a, b) => b[2] - a[2]);
  at('memory-rows').replaceChildren(...rows.map(([name, count, n]) => {
    const bar = make('div', { className: 'bar' });
    bar.style.width = `${(100 * n) / Math.max(1, m.bytes)}%`;
    return make('tr', {}, make('td', {}, name), make('td', { className: 'number' }, String(count)),
      make('td', { className: 'number' }, bytes(n)), make('td', {}, bar));
  }));
}

// --- all of it ---

const views = ['entities', 'systems', 'collections', 'memory'];
const shown = () => views.find((v) => !at(v).hidden);
function show(view) {
  for (const v of views) {
    at(v).hidden = v !== view;
    at(`tab-${v}`).setAttribute('aria-selected', v === view);
  }
  return attempt(refresh);
}
for (const v of views) at(`tab-${v}`).onclick = () => show(v);
async function refresh() {
  const program = await get('');
  document.title = `${program.name} · throng inspector`;
  at('name').textContent = program.name;
  at('facts').textContent = `${program.entities} entities, ${bytes(program.bytes)}, answers take up to ${program.longest_poll_us} µs`;
  await showTime();
  const view = shown();
  if (view === 'systems') return showSystems();
  if (view === 'collections') return showCollections();
  if (view === 'memory') return showMemory();
  const scrolled = at('list').scrollTop;
  await showTrees();
  if (at('list').children.length <= 100 && at('tree').value === '') await list(false);
  at('list').scrollTop = scrolled;
  await showEntity();
}
async function keepUp() {
  try {
    if (!document.hidden) await refresh();
    at('status').textContent = at('status').textContent === 'The program does not answer.' ? '' : at('status').textContent;
  } catch (problem) {
    say(problem);
  }
  setTimeout(keepUp, 500);
}
function move(by) {
  const all = [...at('list').querySelectorAll('button')];
  const i = all.findIndex((b) => b.dataset.id === seen.entity);
  const to = all[Math.min(all.length - 1, Math.max(0, i + by))];
  if (to === undefined) return;
  to.scrollIntoView({ block: 'nearest' });
  choose(to.dataset.id);
}
at('help').onclick = () => at('keys').showModal();
document.onkeydown = (event) => {
  // What is typed belongs to the field, and what presses a button or a box to that.
  if (event.target.matches('input:not([type="checkbox"]), select') && event.key !== 'Escape') return;
  if (event.target.matches('button, [type="checkbox"]') && (event.key === ' ' || event.key === 'Enter')) return;
  if (event.ctrlKey || event.altKey || event.metaKey || at('keys').open) return;
  const acts = { '/': () => at('query').focus(), ' ': () => at('pause').click(), '.': () => at('step').click(),
    b: () => at('back').click(), j: () => move(1), k: () => move(-1), '?': () => at('help').click(),
    Escape: () => event.target.blur(), 1: () => show(views[0]), 2: () => show(views[1]), 3: () => show(views[2]),
    4: () => show(views[3]) };
  if (acts[event.key] === undefined) return;
  event.preventDefault();
  acts[event.key]();
};
keepUp();
