// Families and relations as a graph: targets stand left of their sources; what is met again is joined to where it is.
const mostNodes = 120;
const svg = (tag, attributes, ...inside) => {
  const e = document.createElementNS(at('drawing').namespaceURI, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  e.append(...inside);
  return e;
};
/** The entities of a relation: { nodes by id, edges, whether there are more }. */
async function readGraph(by) {
  const nodes = new Map();
  const edges = [];
  let isPart = false;
  const add = (e, depth) => nodes.set(e.id, { id: e.id, name: e.name ?? '', depth, components: e.components, row: 0 });
  const tops = await get(`/entities?roots=1${by}&limit=${mostNodes}`);
  // (Among families most have neither parent nor child.)
  let level = tops.entities.filter((e) => e.has_children);
  isPart = tops.next !== undefined;
  for (const e of level) add(e, 0);
  for (let depth = 1; level.length > 0 && depth < 9; ++depth) {
    const next = [];
    for (const parent of level) {
      if (!parent.has_children) continue;
      const children = await get(`/entities?parent=${part(parent.id)}${by}&limit=${mostNodes}`);
      isPart ||= children.next !== undefined;
      for (const child of children.entities) {
        if (!nodes.has(child.id)) {
          if (nodes.size === mostNodes) { isPart = true; continue; }
          add(child, depth);
          next.push(child);
        }
        edges.push([child.id, parent.id]);
      }
    }
    level = next;
  }
  return { nodes, edges, isPart };
}
/** Gives each node a row: those with sources stand in the middle of them. */
function layOut({ nodes, edges }) {
  const below = new Map([...nodes.keys()].map((id) => [id, []]));
  for (const [child, parent] of edges)
    if (nodes.get(child).depth === nodes.get(parent).depth + 1 && nodes.get(child).parent === undefined) {
      nodes.get(child).parent = parent;
      below.get(parent).push(child);
    }
  let rows = 0;
  const place = (id) => {
    const children = below.get(id).map(place);
    return (nodes.get(id).row = children.length === 0 ? rows++ : (children[0] + children.at(-1)) / 2);
  };
  for (const n of nodes.values()) if (n.parent === undefined) place(n.id);
  return rows;
}
async function showGraph() {
  const { relations } = await get('/relations');
  const wanted = [['', 'families'], ...relations.map((r) => [`&relation=${part(r.name)}`, r.name])];
  const select = at('graph-of');
  if (select.options.length !== wanted.length) {
    select.replaceChildren(...wanted.map(([value, text]) => make('option', { value }, text)));
    if (wanted.length > 1) select.selectedIndex = 1;
  }
  const graph = await readGraph(select.value);
  const rows = layOut(graph);
  const shape = JSON.stringify([[...graph.nodes.values()], graph.edges, seen.entity]);
  if (shape === seen.graph) return;
  seen.graph = shape;
  const [wide, high, width, height] = [240, 34, 190, 26];
  const of = (n) => [10 + n.depth * wide, 10 + n.row * high];
  const deepest = Math.max(0, ...[...graph.nodes.values()].map((n) => n.depth));
  const box = svg('svg', { width: 20 + deepest * wide + width, height: 20 + rows * high, role: 'group', 'aria-label': 'Entities and what they are related to' });
  for (const [child, parent] of graph.edges) {
    const [[x, y], [tx, ty]] = [of(graph.nodes.get(child)), of(graph.nodes.get(parent))];
    const to = tx + width;
    const back = x <= tx; // an edge that goes round
    box.append(svg('path', { class: back ? 'edge round' : 'edge', d: back
      ? `M${x},${y + height / 2} C${x - 24},${y + height / 2} ${tx - 24},${ty + height / 2} ${tx},${ty + height / 2}`
      : `M${x},${y + height / 2} C${(x + to) / 2},${y + height / 2} ${(x + to) / 2},${ty + height / 2} ${to},${ty + height / 2}` }));
  }
  for (const n of graph.nodes.values()) {
    const [x, y] = of(n);
    const names = (Array.isArray(n.components) ? n.components : Object.keys(n.components)).filter((c) => !c.startsWith('throng::'));
    const text = `${n.name || n.id} ${names.join(' ')}`;
    const go = () => { choose(n.id); return show('entities'); };
    const node = svg('g', { class: 'node', role: 'button', tabindex: 0, 'data-id': n.id, 'aria-label': `${n.name || n.id}: ${names.join(', ')}`,
      'aria-current': n.id === seen.entity }, svg('rect', { x, y, width, height, rx: 4 }),
    svg('text', { x: x + 8, y: y + 17 }, text.length > 24 ? `${text.slice(0, 23)}…` : text));
    node.onclick = go;
    node.onkeydown = (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); event.stopPropagation(); go(); } };
    box.append(node);
  }
  at('graph-here').replaceChildren(graph.nodes.size === 0 ? make('p', { className: 'dim' }, 'Nothing is related.') : box);
  at('graph-said').textContent = `${graph.nodes.size} entities${graph.isPart ? ', and more' : ''}`;
}
at('graph-of').onchange = () => attempt(showGraph);
