// Entities: a query and its answer, as a list or as trees, and the one that is chosen.
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
    make('button', { type: 'button', onclick: () => change(() => command(`destroy ${entity.id}`, ['DELETE', path])) }, 'Destroy'))];
  const name = make('input', { id: 'its-name', value: entity.name ?? '', onchange: () => change(async () => {
    seen.shape = ''; // (what is refused is shown as it was)
    name.blur();
    await command(`name ${name.value}`, ['PATCH', path, { name: name.value }], ['PATCH', path, { name: entity.name ?? '' }]);
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
        await command(`${[name, ...where].join('.')} of ${entity.name ?? entity.id}`, ['PATCH', component, changed(of.type, state.value, where, to)],
          ['PATCH', component, changed(of.type, state.value, where, reach(state.value, where))]);
      } finally {
        document.activeElement?.blur();
        await showEntity();
      }
    });
    const box = make('div', { className: 'component' }, make('div', { className: 'row' }, make('h3', {}, name),
      make('span', { className: 'grow' }), make('button', { type: 'button', ariaLabel: `Take ${name} away`,
        onclick: () => change(() => command(`take ${name} away`, ['DELETE', component],
          of.tag || of.editable ? ['PUT', component, of.tag ? undefined : state.value] : undefined)) }, '×')));
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
    change(() => command(`give ${select.value}`, ['PUT', `${path}/components/${part(select.value)}`],
      ['DELETE', `${path}/components/${part(select.value)}`])) }, 'Give')));
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
