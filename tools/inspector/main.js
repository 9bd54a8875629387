// The views, what is refreshed when, and the keys.
const views = ['entities', 'systems', 'collections', 'memory', 'graph'];
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
  if (view === 'graph') return showGraph();
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
  if ((event.ctrlKey || event.metaKey) && ['z', 'y', 'Z'].includes(event.key) && !at('keys').open) {
    event.preventDefault();
    return event.key === 'z' ? undo() : redo();
  }
  if (event.ctrlKey || event.altKey || event.metaKey || at('keys').open) return;
  const acts = { '/': () => at('query').focus(), ' ': () => at('pause').click(), '.': () => at('step').click(),
    b: () => at('back').click(), j: () => move(1), k: () => move(-1), '?': () => at('help').click(),
    Escape: () => event.target.blur(), 1: () => show(views[0]), 2: () => show(views[1]), 3: () => show(views[2]),
    4: () => show(views[3]), 5: () => show(views[4]) };
  if (acts[event.key] === undefined) return;
  event.preventDefault();
  acts[event.key]();
};
keepUp();
