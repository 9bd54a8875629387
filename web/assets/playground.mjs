// The playground: asks the program for all steps of a script, and shows one of them.
import { start } from './wasi.mjs';

const examples = {
  'Each third removes itself': ['add 7', 'walk', 'next', 'next', 'next', 'remove this', 'next', 'next', 'next', 'remove this', 'finish'],
  'One removes another': ['add 6', 'walk', 'next', 'next', 'remove 5', 'remove 1', 'finish'],
  'One adds others': ['add 3', 'walk', 'next', 'add 2', 'finish', 'walk residents', 'next', 'add 2', 'finish'],
  'Clear in the middle': ['add 5', 'walk', 'next', 'next', 'clear', 'add 2', 'finish'],
  'Walks in walks': ['add 5', 'walk', 'next', 'walk', 'next', 'next', 'remove this', 'next', 'remove 1', 'break', 'next', 'finish'],
  'A frozen view': ['add 5', 'walk frozen', 'next', 'remove 2', 'clear', 'add 1', 'finish'],
  'Sort in a walk': ['add 5', 'walk', 'next', 'next', 'sort', 'finish'],
  'Swap in a walk': ['add 5', 'walk', 'next', 'swap', 'add 2', 'finish'],
  'Handles survive packing': ['add 40', 'walk', 'next', 'remove this', 'next', 'remove this', 'remove 5', 'remove 7', 'remove 9', 'finish', 'add 1'],
};
const collections = ['throng::list', 'throng::bag', 'throng::pool'];
const rivals = [{ which: 3, name: 'std::vector, index and erase' }, { which: 4, name: 'A queue of edits, made when no walk is open' }];
const commands = ['add', 'walk', 'walk residents', 'walk frozen', 'next', 'finish', 'break', 'remove this', 'clear', 'sort', 'swap'];

/** An element of the page with properties and children. */
function make(tag, properties = {}, ...children) {
  const { data, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  Object.assign(element.dataset, data);
  element.append(...children);
  return element;
}

const program = await start(new URL('../wasm/playground.wasm', import.meta.url));

/** All steps of a script as one contestant plays it. */
function play(which, script) {
  const bytes = new TextEncoder().encode(script.join(';'));
  new Uint8Array(program.memory.buffer).set(bytes, program.script(bytes.length));
  const begin = program.play(which);
  const memory = new Uint8Array(program.memory.buffer);
  return JSON.parse(new TextDecoder().decode(memory.subarray(begin, memory.indexOf(0, begin))));
}

const state = { which: 0, script: examples['Each third removes itself'], step: 6 };

function readAddress() {
  const values = new URLSearchParams(location.hash.slice(1));
  if (!values.has('script')) return;
  state.which = Math.max(0, collections.indexOf(`throng::${values.get('collection')}`));
  state.script = values.get('script').split(';').map((line) => line.trim()).filter(Boolean).slice(0, 299);
  state.step = Number(values.get('step')) || 0;
}

function writeAddress() {
  const values = new URLSearchParams({
    collection: collections[state.which].slice(8), script: state.script.join(';'), step: state.step,
  });
  history.replaceState(null, '', `#${values}`);
}

// --- what stands still --------------------------------------------------------------------------------------------------

const choice = make('select', { id: 'pg-collection' }, ...collections.map((name, i) => make('option', { value: i }, name)));
const example = make('select', { id: 'pg-example' }, make('option', { value: '' }, 'choose …'),
  ...Object.keys(examples).map((name) => make('option', { value: name }, name)));
const script = make('textarea', { id: 'pg-script', rows: 12, spellcheck: false });
const slider = make('input', { id: 'pg-step', type: 'range', min: 0 });
const back = make('button', { className: 'site-button', type: 'button' }, '◀ back');
const forward = make('button', { className: 'site-button', type: 'button' }, 'forward ▶');
const said = make('p', { className: 'pg-said' });
said.setAttribute('role', 'status');
const panels = make('div', { className: 'pg-panels' });
const edits = make('div', { className: 'pg-row' },
  ...commands.map((command) => make('button', { type: 'button', className: 'pg-edit', onclick: () => insert(command) }, command)));
edits.setAttribute('role', 'group');
edits.setAttribute('aria-label', 'Commands');
document.getElementById('playground-here').replaceChildren(
  make('div', { className: 'pg-row' },
    make('label', { htmlFor: choice.id }, 'collection ', choice), make('label', { htmlFor: example.id }, 'example ', example)),
  edits,
  make('div', { className: 'pg-row' }, back, forward, make('label', { htmlFor: slider.id }, 'step ', slider)),
  said,
  make('div', { className: 'pg-main' },
    make('div', {}, make('label', { htmlFor: script.id }, 'script, a command a line'), script), panels));

// --- what changes -------------------------------------------------------------------------------------------------------

const letter = (walk) => String.fromCharCode(97 + walk);
const words = { live: 'live', ghost: 'removed, and kept', unused: 'nothing' };

function drawHome(home) {
  const standing = (page, slot) => home.walks.filter((w) => w.page === page && w.slot === slot).map((w) => letter(w.walk)).join(' ');
  const rows = home.pages.map((cells, page) => make('div', { className: 'pg-page' }, ...cells.map((cell, slot) => {
    const here = standing(page, slot);
    const label = `${cell.number ?? ''} ${words[cell.is]}${here ? `, walk ${here} stands here` : ''}`.trim();
    const element = make(cell.is === 'live' ? 'button' : 'span', { className: 'pg-cell', data: { is: cell.is } },
      make('span', { className: 'pg-walk' }, here), make('b', {}, cell.number ?? ''), make('small', {}, cell.handle ?? ''));
    element.title = `${label}${cell.handle ? `; handle ${cell.handle} (index.generation)` : ''}${cell.is === 'live' ? '; a click removes it' : ''}`;
    if (cell.is === 'live') {
      element.type = 'button';
      element.onclick = () => insert(`remove ${cell.number}`);
    }
    return element;
  })));
  const open = home.walks.map((w) => `${letter(w.walk)}${w.view ? ' (frozen view)' : ''}${w.page === undefined ? ', on nothing' : ''}`);
  return [...rows, ...(open.length ? [make('p', { className: 'pg-open' }, `open: ${open.join('; ')}`)] : [])];
}

function drawPanel(name, steps) {
  const now = steps[state.step];
  const faults = steps.slice(0, state.step + 1).flatMap((step, i) => step.wrong.map((what) => `step ${i}: ${what}`));
  const [here, other] = now.homes;
  const isSwapped = other.pages.flat().some((cell) => cell.is !== 'unused');
  return make('section', { data: { wrong: faults.length } },
    make('h2', {}, name), make('span', { className: 'pg-size' }, `${now.size} elements`),
    ...drawHome(here),
    ...(isSwapped ? [make('p', { className: 'pg-open' }, 'the second collection:'), ...drawHome(other)] : []),
    ...(now.queue?.length ? [make('p', { className: 'pg-open' }, `waiting: ${now.queue.join(', ')}`)] : []),
    make('p', { className: 'pg-told' }, [...now.visits, ...now.told].join(' · ') || '…'),
    ...(faults.length ? [make('ul', { className: 'pg-wrong' }, ...faults.map((what) => make('li', {}, what)))]
      : [make('p', { className: 'pg-right' }, '✓ as promised, so far')]));
}

function draw() {
  state.step = Math.min(Math.max(state.step, 0), state.script.length);
  choice.value = state.which;
  script.value = state.script.join('\n');
  slider.max = state.script.length;
  slider.value = state.step;
  back.disabled = state.step === 0;
  forward.disabled = state.step === state.script.length;
  said.textContent = `step ${state.step} of ${state.script.length}: ${state.step === 0 ? 'nothing is there' : state.script[state.step - 1]}`;
  panels.replaceChildren(...[{ which: state.which, name: collections[state.which] }, ...rivals]
    .map(({ which, name }) => drawPanel(name, play(which, state.script))));
  writeAddress();
}

/** A command comes after the step that is shown, and is shown. */
function insert(command) {
  if (state.script.length >= 299) return;
  state.script = state.script.toSpliced(state.step, 0, command);
  ++state.step;
  draw();
}

function go(step) {
  state.step = step;
  draw();
}

choice.onchange = () => {
  state.which = Number(choice.value);
  draw();
};
example.onchange = () => {
  if (!examples[example.value]) return;
  state.script = examples[example.value];
  go(1);
};
script.onchange = () => {
  state.script = script.value.split(/[\n;]/).map((line) => line.trim()).filter(Boolean).slice(0, 299);
  draw();
};
slider.oninput = () => go(Number(slider.value));
back.onclick = () => go(state.step - 1);
forward.onclick = () => go(state.step + 1);
window.addEventListener('hashchange', () => {
  readAddress();
  draw();
});
readAddress();
draw();
