// What each component holds.
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
