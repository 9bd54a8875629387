// Opens the page of an inspector in Chromium, and does what can be done there: finds an entity by a query, edits it, gives and
// takes components, pauses, plays frame by frame, rolls back, switches a system off, and reads the picture of a collection. What
// the program then says over HTTP is what has to be seen. axe-core looks at every view, in light and dark and on a phone.
// node inspector_page.mjs PROGRAM SHOOTER [FOLDER]: example_inspected, and the shooter; pictures of the views go to the folder.
// It prints what a frame of the first of them takes, with the page closed and open.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(join(root, 'build/web/'));
const { chromium } = require('playwright-core');
const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let checks = 0;
let failures = 0;
function check(right, what) {
  ++checks;
  if (right) return;
  ++failures;
  console.log(`not so: ${what}`);
}
/** Waits for what comes to be so; `what` says what is told if it does not. */
async function becomes(is, what) {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    if (await is()) return check(true, what);
    await new Promise((done) => setTimeout(done, 50));
  }
  check(false, what);
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
/** Starts a program that prints where its inspector is, and opens the page of that. */
async function opened(program, words, from) {
  const its = spawn(program, words, { stdio: ['ignore', 'pipe', from === 'stderr' ? 'pipe' : 'inherit'] });
  const said = (await createInterface({ input: its[from] })[Symbol.asyncIterator]().next()).value;
  const url = said.match(/http:\S+/)[0];
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  context.setDefaultTimeout(60_000); // other work may be done on the machine
  const page = await context.newPage();
  page.on('pageerror', (error) => check(false, `no error: ${error.message}`));
  page.on('console', (message) => {
    // (Chromium tells of each answer that is a problem.)
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) check(false, `silence: ${message.text()}`);
  });
  page.on('request', (request) => check(request.url().startsWith(url), `nothing from elsewhere: ${request.url()}`));
  const get = async (path) => (await fetch(`${url}api/v1${path}`)).json();
  const closed = from === 'stdout' ? await cost(its, get) : null;
  await page.goto(url);
  return { program: its, page, url, get, closed };
}
/** Of a picture: the lower part of the window is empty. */
const above = (width) => ({ x: 0, y: 0, width, height: 540 });
/** What a frame takes of the processor, in microseconds: the mean of two seconds. (Time would be that of other programs, too.) */
async function cost(its, get) {
  const look = async () => [Number((await readFile(`/proc/${its.pid}/schedstat`, 'utf8')).split(' ')[0]), (await get('')).polls];
  const [time, polls] = await look();
  await new Promise((done) => setTimeout(done, 2000));
  const [later, more] = await look();
  return (later - time) / 1000 / (more - polls);
}

/** The smallest program: all that can be done with a world. */
async function visitMeadow() {
  const { program, page, get, closed } = await opened(process.argv[2], ['0'], 'stdout');
  const list = page.locator('#list button');
  const status = page.locator('#status');

  // What there is.
  await page.locator('#name', { hasText: 'a meadow' }).waitFor();
  await becomes(async () => (await list.count()) === 3, 'three entities are listed');

  // A query, and one that is wrong.
  await page.locator('body').press('/');
  await page.keyboard.type('sheep, !wulf');
  await page.locator('#mark').waitFor();
  await becomes(async () => (await page.locator('#mark').textContent()) === "sheep, !wulf\n        ^~~~\nthere is no component 'wulf'; is 'wolf' meant?",
    'the mark points at what is wrong');
  check((await list.count()) === 0, 'what was listed before is no answer');
  await page.locator('#query').fill('sheep, !wolf');
  await page.locator('#mark').waitFor({ state: 'hidden' });
  check((await page.locator('#count').textContent()) === '2 found', 'two sheep are found');
  await page.keyboard.press('Escape');

  // One is chosen with the keyboard, and edited.
  await page.keyboard.press('j');
  const dolly = page.locator('[data-component="sheep"]');
  await dolly.waitFor();
  const hunger = dolly.locator('input[data-path="hunger"]');
  const id = (await list.first().getAttribute('data-id'));
  check((await dolly.locator('input[data-path="name"]').inputValue()) === 'Dolly', 'it is Dolly');
  check((await hunger.getAttribute('max')) === '10' && (await dolly.textContent()).includes('meals'), 'with range and unit');
  await hunger.fill('5');
  await hunger.press('Enter');
  await becomes(async () => (await get(`/entities/${id}/components/sheep`)).hunger === 5, 'the program has the new value');
  // An edit can be undone, and made again, by buttons and by keys.
  const hungry = async (n) => becomes(async () => (await get(`/entities/${id}/components/sheep`)).hunger === n, `its hunger is ${n}`);
  check((await page.locator('#undo').getAttribute('title')) === `Undo: sheep.hunger of ${id}`, 'what would be undone is said');
  await page.getByRole('button', { name: 'Undo' }).click();
  await hungry(3);
  await page.locator('body').press('Control+y');
  await hungry(5);
  await page.locator('body').press('Control+z');
  await hungry(3);
  check(await page.locator('#undo').isDisabled(), 'nothing else can be undone');
  await page.getByRole('button', { name: 'Redo' }).click();
  await hungry(5);
  await hunger.fill('11');
  await hunger.press('Enter');
  await becomes(async () => (await status.textContent()) === '/hunger: it has to be from 0 to 10', 'what is beyond the range is refused');
  check((await get(`/entities/${id}/components/sheep`)).hunger === 5, 'and changes nothing');
  await dolly.locator('input[data-path="name"]').fill('<b>Dolly & "co"</b>');
  await dolly.locator('input[data-path="name"]').press('Enter');
  await becomes(async () => (await get(`/entities/${id}/components/sheep`)).name === '<b>Dolly & "co"</b>', 'text is text');
  await page.locator('[data-component="position"] input[data-path="y"]').fill('2.5');
  await page.locator('[data-component="position"] input[data-path="y"]').press('Enter');
  await becomes(async () => (await get(`/entities/${id}/components/position`)).y === 2.5, 'a field of a structure is set');
  check((await get(`/entities/${id}/components/position`)).x === 1, 'and the others stay');

  // Components are given and taken.
  await page.locator('#detail select').last().selectOption('wolf');
  await page.getByRole('button', { name: 'Give' }).click();
  await page.locator('[data-component="wolf"]').waitFor();
  check((await get(`/entities/${id}/components/wolf`)) === true, 'the sheep is a wolf');
  await page.getByRole('button', { name: 'Take wolf away' }).click();
  await page.locator('[data-component="wolf"]').waitFor({ state: 'detached' });
  await page.locator('body').press('Control+z');
  await page.locator('[data-component="wolf"]').waitFor();
  await page.locator('body').press('Control+z');
  await page.locator('[data-component="wolf"]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Take position away' }).click();
  await page.locator('[data-component="position"]').waitFor({ state: 'detached' });
  await page.locator('body').press('Control+z');
  await becomes(async () => (await get(`/entities/${id}/components/position`)).y === 2.5, 'what was taken away is back with its values');

  // It gets a name, which is also its path, and is found by that.
  await page.locator('#its-name').fill('Dolly');
  await page.locator('#its-name').press('Enter');
  await becomes(async () => (await get('/entities/Dolly')).id === id, 'the entity has a name');
  await page.locator('#named').fill('doll');
  await becomes(async () => (await list.count()) === 1 && (await list.first().textContent()).startsWith('Dolly '), 'its name finds it');
  check((await page.locator('#count').textContent()) === '1 found', 'and only it');
  await page.locator('#named').fill('');
  await becomes(async () => (await list.count()) === 2, 'without a name both sheep are listed');
  await page.keyboard.press('Escape');

  // A relation as a tree: which is hunted, and by which.
  const wolfId = (await get('/entities?query=wolf')).entities[0].id;
  await page.locator('#tree').selectOption('as hunts');
  await becomes(async () => (await list.count()) === 2, 'a hunted sheep and its wolf are listed');
  check((await list.first().getAttribute('data-id')) === id, 'the sheep is on top');
  check((await page.locator('#list ul button').getAttribute('data-id')) === wolfId, 'the wolf is below it');
  await page.locator('#list ul button').click();
  await page.locator('[data-relation="hunts"]', { hasText: `hunts → ${id}` }).waitFor();
  await page.locator('[data-relation="hunts"] button').click();
  await page.locator('[data-relation="hunts"]', { hasText: `← ${wolfId}` }).waitFor();
  await page.locator('#tree').selectOption('as a list');
  await becomes(async () => (await page.locator('#list > li').count()) === 2, 'as a list again');
  await page.keyboard.press('Escape');

  // The same as a graph: two nodes and an edge; one is chosen by the keyboard.
  await page.locator('body').press('5');
  await page.locator('.node').first().waitFor();
  check((await page.locator('#graph-of').inputValue()) === '&relation=hunts', 'the relation is shown');
  check((await page.locator('.node').count()) === 2 && (await page.locator('.edge').count()) === 1, 'the wolf and the sheep, with an edge');
  await page.locator(`.node[data-id="${wolfId}"]`).focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-component="wolf"]').waitFor();
  await page.locator('body').press('5');
  await page.locator('#graph-of').selectOption('families');
  await page.locator('#graph-here', { hasText: 'Nothing is related.' }).waitFor();
  await page.locator('#graph-of').selectOption('hunts');
  await page.locator('.node').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('body').press('1');

  // What it costs.
  const costs = [];
  for (const [key, view] of [['1', 'entities'], ['2', 'systems'], ['3', 'collections'], ['4', 'memory'], ['5', 'graph']]) {
    await page.locator('body').press(key);
    costs.push(`${view} ${(await cost(program, get)).toFixed(1)}`);
  }
  const { longest_poll_us: longest } = await get('');
  console.log(`a frame takes ${closed.toFixed(1)} µs with the page closed, and open: ${costs.join(', ')}; the longest poll ${longest}`);
  check(closed > 0 && closed < 1000, `a frame without a page takes ${closed} µs`);
  await page.locator('body').press('1');

  // Time.
  const time = () => get('/time');
  await page.locator('body').press(' ');
  await becomes(async () => (await time()).paused, 'the program is paused');
  const at = (await time()).frame;
  const wolf = async () => (await get('/entities?query=wolf&values=1')).entities[0].components.position.x;
  const stood = await wolf();
  await page.getByRole('button', { name: 'Record' }).click();
  for (let n = 1; n <= 3; ++n) {
    await page.locator('body').press('.');
    await becomes(async () => (await time()).frame === at + n, `frame ${n} is played, and no more`);
  }
  check((await wolf()) > stood, 'the wolf has gone on');
  check((await time()).recorded === 3, 'three frames are recorded');
  await page.locator('#frames').fill('3');
  await page.locator('#back:enabled').click();
  await becomes(async () => (await time()).frame === at, 'three frames back');
  check((await wolf()) === stood, 'the wolf stands where it stood');
  // And by the timeline: it ends at the present, and goes back by as many frames as the slider is moved.
  for (let n = 1; n <= 4; ++n) {
    await page.locator('body').press('.');
    await becomes(async () => (await time()).frame === at + n, `frame ${n} is played again`);
  }
  const moment = page.locator('#moment');
  await becomes(async () => (await moment.getAttribute('max')) === String(at + 4), 'the timeline ends at the present');
  check((await moment.getAttribute('min')) === String(at), 'and begins where recording began');
  await moment.evaluate((slider, to) => {
    slider.value = to;
    slider.dispatchEvent(new Event('input'));
    slider.dispatchEvent(new Event('change'));
  }, at + 1);
  await becomes(async () => (await time()).frame === at + 1, 'the slider has gone back to a frame');
  await page.getByRole('button', { name: 'Go on' }).click();
  await becomes(async () => !(await time()).paused, 'the program goes on');

  // Systems.
  await page.keyboard.press('Escape');
  await page.locator('body').press('2');
  const walking = page.locator('#system-rows tr', { hasText: 'systems/walking' });
  await walking.waitFor();
  await becomes(async () => (await page.locator('#flame-scale').textContent()).includes('95 of 100 up to'), 'the times are drawn, with percentiles');
  check((await walking.locator('td').count()) === 8 && Number(await walking.locator('td').last().textContent()) >= 0, 'a system has percentiles');
  await walking.locator('input').uncheck();
  await becomes(async () => !(await get('/systems/systems/walking')).active, 'the system is switched off');
  const halted = await wolf();
  await new Promise((done) => setTimeout(done, 200));
  check((await wolf()) === halted, 'the wolf halts');
  await walking.locator('input').check();

  // Collections, and memory. (The box that was checked keeps the focus: keys count all the same.)
  await page.locator('body').press('3');
  const picture = page.locator('#pages canvas').first();
  await picture.waitFor();
  check((await picture.getAttribute('aria-label')).startsWith('Page 0: 30 of '), 'the rain is 30 drops');
  await picture.click();
  await page.locator('#elements', { hasText: '{"height":' }).waitFor();
  await page.locator('body').press('4');
  await page.locator('#memory-rows tr', { hasText: 'sheep' }).waitFor();

  // It can be read in every look.
  for (const look of [{ colorScheme: 'light', width: 1280 }, { colorScheme: 'dark', width: 1280 }, { colorScheme: 'light', width: 390 }]) {
    await page.setViewportSize({ width: look.width, height: 900 });
    await page.emulateMedia({ colorScheme: look.colorScheme });
    for (const view of ['1', '2', '3', '4', '5']) {
      await page.locator('body').press(view);
      await page.waitForTimeout(700);
      const found = await page.evaluate(`${axe}; axe.run({ runOnly: { type: 'tag', values: ${JSON.stringify(rules)} } })`);
      for (const v of found.violations)
        check(false, `view ${view}, ${look.colorScheme}, ${look.width}: ${v.id}: ${v.help} (${v.nodes[0].target}: ${v.nodes[0].failureSummary})`);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      check(excess <= 0, `view ${view} is ${excess} pixels wider than a window of ${look.width}`);
      if (process.argv[4]) await page.screenshot({ path: join(process.argv[4], `inspector-${view}-${look.colorScheme}-${look.width}.png`), clip: above(look.width) });
    }
  }

  // An entity that is destroyed is gone.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator('body').press('1');
  await page.getByRole('button', { name: 'Destroy' }).click();
  await becomes(async () => (await get('/entities')).count === 2, 'two are left');
  program.kill();
  await becomes(async () => (await status.textContent()) === 'The program does not answer.', 'it says that the program is gone');
}

/** The game: what is in its collections. */
async function visitShooter() {
  const { program, page, url, get } = await opened(process.argv[3],
    ['--headless', '--inspect', '--port', '0'], 'stderr');
  const time = () => get('/time');
  const size = async (name) => (await get('/collections')).collections.find((c) => c.name === name).size;
  const pressed = async (key, paused) => {
    await page.locator('body').press(key);
    await becomes(async () => (await time()).paused === paused, paused ? 'the game is paused' : 'the game goes on');
  };
  const choose = (name) => page.locator('#collection-names button', { hasText: name }).click();
  await page.locator('#frame', { hasText: 'frame' }).waitFor();
  const begun = performance.now();
  const { frame: from } = await time();
  await new Promise((done) => setTimeout(done, 2000));
  const rate = ((await time()).frame - from) * 1000 / (performance.now() - begun);
  check(rate > 5 && rate < 75, `without a window it is played in real time: ${rate} frames a second`);
  await page.locator('body').press('3');

  // The game goes on until the boss is there: in the same frame each time.
  await pressed(' ', true);
  for (let n = 0; n < 600 && ((await size('boss')) === 0 || (await size('bullets')) === 0); ++n) {
    const { frame } = await time();
    await fetch(`${url}api/v1/time/step`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"frames": 60}' });
    await becomes(async () => (await time()).frame === frame + 60, '60 frames are played');
  }
  check((await size('boss')) !== 0, 'the boss is there');
  await page.getByRole('button', { name: /^bullets/ }).waitFor();
  await choose('bullets');
  const first = page.locator('#pages canvas').first();
  await first.waitFor();
  await becomes(async () => {
    const picture = await get('/collections/bullets/pages');
    const live = picture.pages[0].slots.split('#').length - 1;
    return (await first.getAttribute('aria-label')) === `Page 0: ${live} of ${picture.pages[0].slots.length} slots`;
  }, 'the picture is that of the bullets');

  if (process.argv[4]) await page.screenshot({ path: join(process.argv[4], 'inspector-shooter.png'), clip: above(1280) });

  // The boss is found, and weakened.
  await choose('boss');
  await page.locator('#collection-name', { hasText: 'boss' }).waitFor();
  await page.locator('#pages canvas').first().click();
  await page.locator('#elements button', { hasText: '"plays":' }).first().click();
  const health = page.locator('#elements input[data-path="health"]');
  await health.waitFor();
  await health.fill('77');
  await health.press('Enter');
  await becomes(async () => (await get('/collections/boss/pages/0')).elements[0].value.health === 77, 'a part of the boss has 77 left');
  const before = (await time()).frame;
  await page.locator('body').press('Escape');
  await page.locator('body').press('.');
  await becomes(async () => (await time()).frame === before + 1, 'one frame is played');
  // And back: a part that has 33 left by then has 77 again, and the bullets are where they were.
  const bullets = async () => JSON.stringify((await get('/collections/bullets/pages')).pages.map((p) => p.slots));
  const part = async () => (await get('/collections/boss/pages/0')).elements[0].value.health;
  const flying = await bullets();
  await page.getByRole('button', { name: 'Record' }).click();
  await becomes(async () => (await time()).recording, 'frames are recorded');
  for (let n = 2; n <= 41; ++n) {
    await page.locator('body').press('.');
    await becomes(async () => (await time()).frame === before + n, `frame ${n} is played`);
  }
  const { slot } = (await get('/collections/boss/pages/0')).elements[0];
  await fetch(`${url}api/v1/collections/boss/pages/0/${slot}`,
    { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"health": 33}' });
  await becomes(async () => (await part()) === 33, 'it has 33 left');
  check((await bullets()) !== flying, 'bullets have come and gone');
  await page.locator('#frames').fill('40');
  await page.locator('#back:enabled').click();
  await becomes(async () => (await time()).frame === before + 1, '40 frames back');
  check((await part()) === 77, 'the part of the boss has 77 left again');
  check((await bullets()) === flying, 'the bullets are those of then');
  // A key counts from what the key before it has made, however fast they come.
  await pressed(' ', false);
  for (const paused of [true, false, true, false]) await pressed(' ', paused);
  check(program.exitCode === null, 'the game is still played');
  program.kill();

  // Looking changes nothing.
  const play = async (...words) => {
    const its = spawn(process.argv[3], ['--headless', '--frames', '20000', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    const lines = createInterface({ input: its.stderr })[Symbol.asyncIterator]();
    let printed = '';
    its.stdout.on('data', (text) => { printed += text; });
    const ended = new Promise((done) => its.on('close', done));
    let over = false;
    ended.then(() => { over = true; });
    let looks = 0;
    if (words.length !== 0) {
      const url = (await lines.next()).value.match(/http:\S+/)[0];
      for (; !over; ++looks) {
        for (const path of ['/collections', '/collections/bullets/pages', '/collections/boss/pages/0', '/time'])
          await fetch(`${url}api/v1${path}`).catch(() => {});
      }
    }
    await ended;
    return { printed, looks };
  };
  const plain = await play();
  const inspected = await play('--inspect', '--port', '0');
  check(inspected.looks > 3, `it was looked at ${inspected.looks} times`);
  check(plain.printed !== '' && plain.printed === inspected.printed, `the same game: ${plain.printed}${inspected.printed}`);
}

for (const visit of [visitMeadow, visitShooter]) {
  try {
    await visit();
  } catch (error) {
    check(false, `${visit.name}: ${error.message}`);
  }
}
await browser.close();
console.log(`${checks} checks, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
