// The shooter on the front page. It plays by itself as soon as the page is there and it can be seen, or, where a visitor
// wants less motion, once it is asked to: 60 steps a second, its picture from the memory of the module, and
// beside it the pages of its lists. Ten seconds can be taken back: each tenth of one the memory is noted, as far as it has changed.
import { start } from './wasi.mjs';

const width = 640;
const height = 480;
const step = 1000 / 60;
const snapshotEvery = 6;
const keptSnapshots = 101; // the present, and ten seconds before it
const keptBytes = 96 << 20;
const block = 4096;

/** The last ten seconds, as blocks of memory that differ from those of the moment before. */
export class Past {
  constructor(memory, skipped) {
    this.memory = memory;
    this.skipped = skipped; // pairs of addresses: pictures, which need not be kept
    this.clear();
  }
  clear() {
    this.snapshots = [];
    this.bytes = 0;
    this.last = null;
  }
  isSkipped(at) {
    return this.skipped.some(([begin, end]) => at >= begin && at + block <= end);
  }
  /** Notes the present. */
  note(frame) {
    const now = new Uint8Array(this.memory.buffer);
    const words = new Int32Array(this.memory.buffer);
    if (this.last === null || this.last.length !== now.length) {
      const grown = new Uint8Array(now.length);
      if (this.last !== null) grown.set(this.last);
      this.last = grown;
    }
    const before = new Int32Array(this.last.buffer);
    const blocks = []; // what there was before, to go back to it
    for (let at = 0; at < now.length; at += block) {
      if (this.isSkipped(at)) continue;
      let i = at / 4;
      const end = i + block / 4;
      while (i < end && words[i] === before[i]) ++i;
      if (i === end) continue;
      blocks.push({ at, was: this.last.slice(at, at + block) });
      this.last.set(now.subarray(at, at + block), at);
    }
    this.snapshots.push({ frame, blocks });
    this.bytes += blocks.length * block;
    while (this.snapshots.length > keptSnapshots || (this.bytes > keptBytes && this.snapshots.length > 1))
      this.bytes -= this.snapshots.shift().blocks.length * block;
  }
  /** Goes back to the moment that was noted last, or before the last if `further`. False if there is none. */
  back(further) {
    if (this.snapshots.length === 0 || (further && this.snapshots.length === 1)) return false;
    if (further) {
      const { blocks } = this.snapshots.pop();
      this.bytes -= blocks.length * block;
      for (const { at, was } of blocks) this.last.set(was, at);
    }
    const now = new Uint8Array(this.memory.buffer);
    let from = 0;
    for (const [begin, end] of [...this.skipped, [now.length, now.length]].sort((a, b) => a[0] - b[0])) {
      const first = Math.ceil(begin / block) * block;
      now.set(this.last.subarray(from, first), from);
      from = Math.floor(end / block) * block;
    }
    return true;
  }
}

/** The program, and what is done with it: without a page, so that a check can play, too. */
export class Game {
  static async load(url) {
    const program = await start(url);
    return new Game(program);
  }
  constructor(program) {
    this.program = program;
    this.begin(1, 0);
  }
  begin(seed, bullets) {
    this.program.begin(seed, bullets);
    const picture = width * height * 4;
    const places = [0, 1].map((which) => this.program.picture(which)).map((at) => [at, at + picture]);
    this.past = new Past(this.program.memory, places);
    this.past.note(0);
  }
  update({ x = 0, y = 0, fire = false, missiles = false, pilot = false }) {
    this.program.update(x, y, fire, missiles, pilot);
    if (this.program.frames() % snapshotEvery === 0) this.past.note(this.program.frames());
  }
  rewind() {
    return this.past.back(this.program.frames() === this.past.snapshots.at(-1)?.frame);
  }
  hash() {
    return BigInt.asUintN(64, this.program.hash()).toString(16).padStart(16, '0');
  }
  picture() {
    const at = this.program.draw();
    return new Uint8ClampedArray(this.program.memory.buffer, at, width * height * 4);
  }
  /** Milliseconds of a frame, with its picture: the median of so many. */
  measure(frames) {
    const times = [];
    for (let i = 0; i < frames; ++i) {
      const began = performance.now();
      this.program.update(0, 0, false, false, true);
      this.program.draw();
      times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b)[frames >> 1];
  }
  slots(which) {
    const at = this.program.pages(which);
    return new Uint8Array(this.program.memory.buffer, at, this.program.slot_count());
  }
}

const lists = ['bullets', 'shots', 'enemies', 'missiles'];
const keys = {
  ArrowLeft: 'left', KeyA: 'left', ArrowRight: 'right', KeyD: 'right', ArrowUp: 'up', KeyW: 'up', ArrowDown: 'down', KeyS: 'down',
  Space: 'fire', KeyM: 'missiles', KeyR: 'rewind',
};

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function show(place) {
  const screen = make('canvas', { width, height, tabIndex: 0, className: 'game-screen' });
  screen.setAttribute('role', 'img');
  screen.setAttribute('aria-label', 'The shooter: arrows steer, space fires, M sends missiles, R takes time back');
  const pages = lists.map(() => make('canvas', { width: 256, height: 24, className: 'game-pages' }));
  const sizes = lists.map((name) => make('span', {}, name));
  const beside = make('div', { className: 'game-lists' }, ...lists.flatMap((name, i) => [make('p', {}, sizes[i]), pages[i]]),
    make('p', {}, 'A row is a page of a list, a dot a slot: bright is live, orange is removed and kept while a walk stands on it. Gaps close when the walk is over.'));
  pages.forEach((one, i) => one.setAttribute('aria-hidden', 'true'));
  const button = (text, onclick) => make('button', { type: 'button', className: 'pg-edit', onclick }, text);
  const toggle = (text, change) => {
    const one = button(text, () => {
      const on = one.getAttribute('aria-pressed') !== 'true';
      one.setAttribute('aria-pressed', on);
      change(on);
    });
    one.setAttribute('aria-pressed', 'false');
    return one;
  };
  const status = make('p', { className: 'game-status' });
  status.setAttribute('role', 'status');
  const play = make('button', { type: 'button', className: 'site-button game-play' }, 'Play');
  const bar = make('div', { className: 'pg-row', hidden: true });
  place.replaceChildren(make('div', { className: 'game-main' }, make('div', { className: 'game-frame' }, screen, play), beside), bar, status);

  const paint = screen.getContext('2d');
  const held = new Set();
  let finger = null;
  let pilot = true;
  let numbers = false;
  let game = null;

  function drawPages() {
    lists.forEach((name, which) => {
      const slots = game.slots(which);
      const rows = Math.min(slots.reduce((sum, is) => sum + (is === 255), 0), 96);
      const height = Math.max(rows * 3, 3);
      if (pages[which].height !== height) pages[which].height = height;
      const image = new ImageData(256, height);
      const colours = new Uint32Array(image.data.buffer).fill(0xff301c18);
      let row = -1;
      let column = 0;
      let live = 0;
      for (const is of slots) {
        if (is === 255) {
          ++row;
          column = 0;
          continue;
        }
        live += is === 1;
        if (row < rows && column < 256) {
          const colour = is === 1 ? 0xffffc85a : is === 2 ? 0xff329bff : 0xff5a463c;
          colours[row * 768 + column] = colours[row * 768 + 256 + column] = colour;
        }
        ++column;
      }
      pages[which].getContext('2d').putImageData(image, 0, 0);
      sizes[which].textContent = `${name}: ${live}`;
    });
  }

  function controls() {
    const is = (name) => held.has(name);
    const wanted = { x: is('right') - is('left'), y: is('down') - is('up'), fire: is('fire'), missiles: is('missiles'), pilot };
    if (finger !== null) {
      Object.assign(wanted, { fire: true, missiles: true });
      const at = game.at ?? { x: width / 2, y: height - 60 };
      wanted.x = Math.max(-1, Math.min(1, (finger.x - at.x) / 20));
      wanted.y = Math.max(-1, Math.min(1, (finger.y - at.y) / 20));
    }
    return wanted;
  }

  /** Whoever steers takes over from the pilot. */
  function takeOver() {
    if (!pilot) return;
    pilot = false;
    byItself.setAttribute('aria-pressed', 'false');
  }

  let before = 0;
  let owed = 0;
  let frame = 0;
  let updateTime = 0;
  function tick(now) {
    requestAnimationFrame(tick);
    const passed = Math.min(now - before, 100);
    before = now;
    if (document.hidden) return;
    if (held.has('rewind')) {
      if (frame % 2 === 0) game.rewind();
    } else {
      owed += passed;
      for (; owed >= step; owed -= step) {
        const began = performance.now();
        game.at = { x: game.program.ship_x(), y: game.program.ship_y() };
        game.update(controls());
        updateTime = performance.now() - began;
      }
    }
    game.program.numbers(numbers, updateTime, passed);
    paint.putImageData(new ImageData(game.picture(), width, height), 0, 0);
    if (++frame % 4 === 0) drawPages();
  }

  const hold = (name, down) => (down ? held.add(name) : held.delete(name));
  const byItself = toggle('plays by itself', (on) => {
    pilot = on;
  });
  byItself.setAttribute('aria-pressed', 'true');
  const rewind = button('rewind (hold, R)');
  for (const [event, down] of [['pointerdown', true], ['pointerup', false], ['pointerleave', false]])
    rewind.addEventListener(event, () => hold('rewind', down));
  rewind.addEventListener('keydown', (event) => ['Space', 'Enter'].includes(event.code) && hold('rewind', true));
  rewind.addEventListener('keyup', () => hold('rewind', false));
  const crowd = make('select', { onchange: () => game.program.stress(Number(crowd.value)) },
    ...[0, 2000, 20000].map((n) => make('option', { value: n }, n === 0 ? 'as the enemies fire' : `${n}, kept flying`)));
  bar.append(byItself,
    toggle('bullets in slow motion', (on) => game.program.slow(on)),
    rewind, toggle('numbers', (on) => {
      numbers = on;
    }),
    toggle('pause', (on) => game.program.paused(on)),
    make('label', {}, 'bullets ', crowd));

  screen.addEventListener('keydown', (event) => {
    if (!(event.code in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    hold(keys[event.code], true);
    if (keys[event.code] !== 'rewind') takeOver();
  });
  screen.addEventListener('keyup', (event) => event.code in keys && hold(keys[event.code], false));
  screen.addEventListener('blur', () => held.clear());
  const point = (event) => {
    const box = screen.getBoundingClientRect();
    finger = { x: (event.clientX - box.left) * width / box.width, y: (event.clientY - box.top) * height / box.height };
  };
  screen.addEventListener('pointerdown', (event) => {
    if (game === null) return;
    screen.setPointerCapture(event.pointerId);
    takeOver();
    point(event);
  });
  screen.addEventListener('pointermove', (event) => finger !== null && point(event));
  for (const event of ['pointerup', 'pointercancel']) screen.addEventListener(event, () => { finger = null; });

  play.onclick = () => begin(true);
  async function begin(byHand) {
    play.disabled = true;
    status.textContent = 'loading …';
    try {
      game = await Game.load(new URL('../wasm/game.wasm', import.meta.url));
    } catch (error) {
      status.textContent = `the game could not be loaded: ${error.message}`;
      play.disabled = false;
      return;
    }
    status.textContent = 'It plays by itself until you steer: arrows or WASD, space fires, M sends missiles; or a finger.';
    play.remove();
    bar.hidden = false;
    place.game = game;
    if (byHand) screen.focus({ preventScroll: true });
    before = performance.now();
    requestAnimationFrame(tick);
  }
  if (place.dataset.auto === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // (What is read first is not to wait for it.)
  const whenSeen = new IntersectionObserver(([seen]) => {
    if (!seen.isIntersecting || play.disabled) return;
    whenSeen.disconnect();
    (window.requestIdleCallback ?? setTimeout)(() => begin(false));
  });
  whenSeen.observe(screen);
}

// (A check loads the game without its place.)
const place = globalThis.document?.getElementById('game');
if (place) show(place);
