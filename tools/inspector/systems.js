// What the systems take, frame by frame.
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
    const its = `/systems/${part(s.schedule)}/${part(s.name)}`;
    const active = make('input', { type: 'checkbox', checked: s.active, ariaLabel: `${name} is active`, onchange: () => change(() =>
      command(`${name} ${active.checked ? 'on' : 'off'}`, ['PATCH', its, { active: active.checked }], ['PATCH', its, { active: !active.checked }])) });
    const cell = (text) => make('td', { className: 'number' }, String(text));
    const number = seen.names.indexOf(name);
    const times = seen.frames.map((f) => f.systems.find(([n]) => n === number)?.[1] ?? 0);
    return make('tr', {}, make('td', {}, swatch, name), make('td', {}, active), cell(s.runs), cell(s.last_us), cell(s.mean_us),
      ...[50, 95, 99].map((p) => cell(percentile(times, p))));
  }));
}
/** Of how many percent of the values none is greater. */
function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;
}
/** A round number that is not less: 1, 2 or 5 with zeros. */
function roundUp(n) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, n)));
  return [1, 2, 5, 10].map((m) => m * unit).find((m) => m >= n);
}
/** The frames as columns of their systems, with axes. It is as high as 99 of 100 frames; what is higher is cut off and marked. */
function drawFlame() {
  const canvas = at('flame');
  const to = canvas.getContext('2d');
  const style = getComputedStyle(document.documentElement);
  const [text, line, wrong] = ['--text', '--line', '--wrong'].map((name) => style.getPropertyValue(name));
  const sums = seen.frames.map((f) => f.systems.reduce((sum, [, us]) => sum + us, 0));
  const [p50, p95, p99] = [50, 95, 99].map((p) => percentile(sums, p));
  const most = roundUp(Math.max(1, p99));
  const [left, right, top, bottom] = [64, canvas.width - 76, 14, canvas.height - 24];
  const wide = (right - left) / 300;
  const y = (us) => bottom - (Math.min(us, most) / most) * (bottom - top);
  to.clearRect(0, 0, canvas.width, canvas.height);
  to.font = '12px system-ui, sans-serif';
  to.fillStyle = text;
  to.strokeStyle = line;
  to.textAlign = 'right';
  to.textBaseline = 'middle';
  for (let i = 0; i <= 4; ++i) {
    const us = (most * i) / 4;
    to.fillText(`${us >= 10 || Number.isInteger(us) ? Math.round(us) : us} µs`, left - 6, y(us));
    to.beginPath();
    to.moveTo(left, y(us) + 0.5);
    to.lineTo(right, y(us) + 0.5);
    to.stroke();
  }
  to.textAlign = 'center';
  to.textBaseline = 'top';
  for (const back of [300, 200, 100, 0]) to.fillText(back === 0 ? 'now' : `−${back}`, left + (300 - back) * wide, bottom + 6);
  seen.frames.forEach((f, i) => {
    const x = left + (300 - seen.frames.length + i) * wide;
    let sum = 0;
    for (const [number, us] of f.systems) {
      to.fillStyle = hue(number);
      to.fillRect(x, y(sum + us), Math.max(1, wide - 0.5), y(sum) - y(sum + us));
      sum += us;
    }
    if (sum <= most) return;
    to.fillStyle = wrong;
    to.fillRect(x, top - 6, Math.max(2, wide), 4);
  });
  to.textAlign = 'left';
  to.textBaseline = 'middle';
  to.setLineDash([4, 3]);
  to.strokeStyle = to.fillStyle = text;
  // (Names that would stand on one another stand on one line.)
  const marks = [];
  for (const [name, us] of [['50', p50], ['95', p95], ['99', p99]]) {
    const before = marks.at(-1);
    if (before !== undefined && before.at - y(us) < 13) before.names.push(name);
    else marks.push({ at: y(us), names: [name] });
    to.beginPath();
    to.moveTo(left, y(us));
    to.lineTo(right, y(us));
    to.stroke();
  }
  for (const mark of marks) to.fillText(`${mark.names.join(', ')} %`, right + 6, mark.at);
  to.setLineDash([]);
  at('flame-scale').textContent = seen.frames.length === 0 ? 'No schedule is shown: inspect.add("systems", systems)'
    : `${seen.frames.length} frames: half of them take up to ${p50} µs, 95 of 100 up to ${p95}, 99 of 100 up to ${p99}, the longest ${Math.max(...sums)} µs. `
      + 'Higher columns are cut off, with a mark above.';
}
