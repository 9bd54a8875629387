// Opens every page of build/site in Chromium: each link leads somewhere, each sample prints what it should, axe-core finds
// nothing, nothing is wider than a phone, and no page loads more than its share before anything runs.
// node web/check.mjs [TEXT]: only pages in whose path the text stands; links to others are not followed then.
import { createRequire } from 'node:module';
import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from './serve.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(join(root, 'build/web/'));
const { chromium } = require('playwright-core');
const axe = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');

const mostBytes = 200_000; // with pictures that are seen at once
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const desktop = { width: 1280, height: 900 };
const looks = [
  { name: 'light', colorScheme: 'light', viewport: desktop },
  { name: 'dark', colorScheme: 'dark', viewport: desktop },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
];
// Of rows and lines that are all alike a few are looked at, and the left column of the reference on one of its pages.
const alike = ['main pre span:nth-child(n + 9)', 'tbody tr:nth-child(n + 9)', '.highlight pre > code span:nth-child(n + 60)'];

let failures = 0;
function fail(page, what) {
  ++failures;
  console.log(`${page}: ${what}`);
}

const server = await serve(join(root, 'build/site'), 0);
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

/** Opens a page and calls `visit` with it; what the page logs as an error is a failure. */
async function open(path, visit) {
  const context = await browser.newContext({ viewport: desktop, colorScheme: 'light' });
  context.setDefaultTimeout(120_000); // other work may be done on the machine
  const page = await context.newPage();
  let bytes = 0;
  page.on('response', (response) => {
    bytes += Number(response.headers()['content-length'] ?? 0);
    if (response.status() >= 400) fail(path, `${response.url()} answers ${response.status()}`);
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin))
      fail(path, `loads ${request.url()}, which is elsewhere`);
  });
  page.on('pageerror', (error) => fail(path, `throws ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && fail(path, `says ${message.text()}`));
  try {
    await page.goto(origin + path);
    await visit(page, () => bytes);
  } catch (error) {
    fail(path, error.message.split('\n')[0]);
  }
  await context.close();
}

async function filesBelow(folder, prefix = '/') {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) found.push(...(await filesBelow(join(folder, entry.name), `${prefix}${entry.name}/`)));
    else found.push({ path: prefix + entry.name, bytes: (await stat(join(folder, entry.name))).size });
  }
  return found;
}

async function show(page, look) {
  await page.setViewportSize(look.viewport);
  await page.emulateMedia({ colorScheme: look.colorScheme });
  // (The theme keeps what it chose when it was loaded.)
  await page.evaluate((scheme) => {
    if (document.body.dataset.mdColorScheme) document.body.dataset.mdColorScheme = scheme;
  }, look.colorScheme === 'dark' ? 'slate' : 'default');
  await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important; animation: none !important; }' });
}

async function checkAccess(path, page, look) {
  const violations = await page.evaluate(async ({ values, exclude }) => {
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] };
    const result = await axe.run({ exclude: exclude.map((one) => [one]) }, options);
    return result.violations.map((v) => `${v.id}: ${v.help} (${v.nodes.length} times, as at ${v.nodes[0].target}: ${
      v.nodes[0].failureSummary?.split('\n')[1]?.trim()})`);
  }, { values: rules, exclude: path.startsWith('/api/') && path !== '/api/list.html' ? [...alike, '.md-sidebar--primary'] : alike });
  for (const violation of violations) fail(path, `${look.name}: ${violation}`);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (excess > 0) fail(path, `${look.name}: ${excess} pixels wider than the window`);
}

/** The links of a page, and what in it can be linked to. */
function linksOf(page) {
  return page.evaluate(() => ({
    links: [...document.querySelectorAll('a[href]')].map((a) => a.href),
    targets: [...document.querySelectorAll('[id], a[name]')].flatMap((e) => [e.id, e.getAttribute('name') ?? '']),
  }));
}

/** On a desktop, code stands in the page whole. */
async function checkCode(path, page) {
  const cut = await page.evaluate(() => [...document.querySelectorAll('.md-typeset pre > code')]
    .filter((code) => code.scrollWidth > code.clientWidth).map((code) => code.textContent.split('\n').sort((a, b) => b.length - a.length)[0]));
  if (cut.length > 0) fail(path, `${cut.length} pieces of code are cut off, as at ${JSON.stringify(cut[0])}`);
}

async function runSamples(path, page) {
  const samples = await page.locator('.sample').all();
  for (const sample of samples) {
    const name = await sample.getAttribute('data-program');
    const output = sample.locator('.sample-output');
    await output.evaluate((element) => { element.textContent = ''; });
    await sample.getByRole('button', { name: 'Run' }).click();
    await sample.getByText('printed here').waitFor();
    const expected = await readFile(join(root, 'examples', `${name}.txt`), 'utf8');
    const printed = await output.textContent();
    if (printed !== expected) fail(path, `${name} printed ${JSON.stringify(printed)}`);
  }
  return samples.length;
}

/**
 * The playground's examples, each played to its end: throng's collections are as promised in all of them, and each of the others
 * is found wrong in one at least. Then the address of what is shown shows the same again.
 */
async function runPlayground(path, page) {
  let count = 0;
  const rivalFaults = [0, 0];
  const faults = () => page.locator('.pg-panels section').evaluateAll((all) => all.map((one) => Number(one.dataset.wrong)));
  const names = await page.locator('#pg-example option:not([value=""])').allTextContents();
  for (const collection of ['0', '1', '2']) {
    await page.locator('#pg-collection').selectOption(collection);
    for (const name of names) {
      await page.locator('#pg-example').selectOption('');
      await page.locator('#pg-example').selectOption(name);
      await page.locator('#pg-step').evaluate((slider) => {
        slider.value = slider.max;
        slider.dispatchEvent(new Event('input'));
      });
      const [ours, ...others] = await faults();
      if (ours !== 0) fail(path, `"${name}" goes wrong on collection ${collection}`);
      others.forEach((n, i) => {
        rivalFaults[i] += n;
      });
      ++count;
    }
  }
  if (rivalFaults.includes(0)) fail(path, `the others go wrong ${rivalFaults} times`);
  await page.getByRole('button', { name: '◀ back' }).click();
  const shown = await page.locator('.pg-panels').textContent();
  await page.reload();
  await page.locator('.pg-panels section').first().waitFor();
  if ((await page.locator('.pg-panels').textContent()) !== shown) fail(path, 'its address shows something else');
  return count;
}

/** The game: the state it comes to is the native one's, ten seconds can be taken back, and how long a frame takes. */
async function runGame(path, page) {
  const play = async (...more) => (await promisify(execFile)(join(root, 'build/shooter/bin/shooter'), ['--headless', ...more])).stdout;
  const stateOf = (printed) => /state ([0-9a-f]{16})/.exec(printed)?.[1];
  // It has begun by itself.
  await page.waitForFunction(() => document.getElementById('game').game?.program.frames() > 10);
  await page.getByRole('img', { name: 'The shooter' }).press('ArrowLeft');
  await page.getByRole('button', { name: 'pause' }).click();
  const native = { state: stateOf(await play('--frames', '1200')), crowd: await play('--frames', '300', '--bullets', '20000') };
  const here = await page.evaluate(async () => {
    const { Game } = await import(new URL('assets/game.mjs', document.baseURI));
    const game = await Game.load(new URL('wasm/game.wasm', document.baseURI));
    for (let i = 0; i < 1200; ++i) game.update({ pilot: true });
    const state = game.hash();
    const steps = [];
    while (game.rewind()) steps.push(game.program.frames());
    const began = game.program.frames();
    while (game.program.frames() < 1200) game.update({ pilot: true });
    const again = game.hash();
    game.begin(1, 20000);
    return { state, began, again, frame: game.measure(300) };
  });
  if (here.state !== native.state) fail(path, `the state after 1,200 frames is ${here.state}, and natively ${native.state}`);
  if (here.again !== here.state) fail(path, `played again from frame ${here.began} on, the state is ${here.again}`);
  if (here.began > 600) fail(path, `time can only be taken back to frame ${here.began} of 1200`);
  const nativeFrame = Number(/frame: ([0-9.]+) ms/.exec(native.crowd)[1]);
  console.log(`The game after 1,200 frames: state ${here.state} in the page, ${native.state} natively; taken back to frame ${
    here.began} and played again: ${here.again}`);
  console.log(`A frame with 20,000 bullets and its picture: ${here.frame.toFixed(2)} ms in the page, ${
    nativeFrame.toFixed(2)} ms natively: ${(here.frame / nativeFrame).toFixed(2)} times`);
  if (here.frame > 4 * nativeFrame && here.frame > 1000 / 60) fail(path, 'the game is too slow for 60 frames a second');
  // As it is played: how many frames are painted while so many bullets fly.
  await page.locator('#game select').selectOption('20000');
  await page.getByRole('button', { name: 'pause' }).click();
  const played = await page.evaluate(async () => {
    const painted = () => new Promise((done) => requestAnimationFrame(done));
    const { program } = document.getElementById('game').game;
    while (program.bullets() < 20000) await painted();
    const began = performance.now();
    const from = program.frames();
    let frames = 0;
    for (; performance.now() - began < 3000; ++frames) await painted();
    const seconds = (performance.now() - began) / 1000;
    return { painted: frames / seconds, steps: (program.frames() - from) / seconds };
  });
  console.log(`Played with 20,000 bullets: ${played.painted.toFixed(0)} pictures and ${played.steps.toFixed(0)} steps a second`);
  await page.getByRole('button', { name: 'pause' }).click();
  return 1;
}

const filter = process.argv[2] ?? '';
const files = await filesBelow(join(root, 'build/site'));
const paths = files.map(({ path }) => path).filter((path) => path.endsWith('.html') && path.includes(filter)).sort();
const found = new Map();
let examples = 0;
let largest = { bytes: 0 };
let done = 0;
let sources = 0;
const gameBytes = files.find(({ path }) => path === '/wasm/game.wasm').bytes;
for (const path of paths) {
  // (Pages that show a source are all alike: of most only the links are read.)
  if (path.startsWith('/source/') && sources++ % 10 !== 0) {
    const text = await readFile(join(root, 'build/site', path), 'utf8');
    const all = (name) => [...text.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, 'g'))].map((match) => match[1]);
    found.set(path, { links: all('href').map((href) => new URL(href, origin + path).href), targets: all('id') });
    continue;
  }
  await open(path, async (page, bytes) => {
    await page.waitForTimeout(100); // for what scripts load
    // (The game begins by itself when the page has been read.)
    const begun = path === '/index.html' ? gameBytes : 0;
    if (bytes() - begun > mostBytes) fail(path, `loads ${bytes()} bytes before anything runs`);
    if (bytes() - begun > largest.bytes) largest = { bytes: bytes() - begun, path };
    found.set(path, await linksOf(page));
    const twice = await page.evaluate(() => {
      const ids = new Set();
      return [...document.querySelectorAll('[id]')].map((e) => e.id).filter((id) => ids.has(id) || !ids.add(id));
    });
    if (twice.length > 0) fail(path, `several elements have the id ${twice[0]}`);
    examples += await runSamples(path, page);
    if (path === '/index.html') examples += await runGame(path, page);
    if (path === '/playground.html') examples += await runPlayground(path, page);
    await page.evaluate(axe);
    await checkCode(path, page);
    for (const look of looks) {
      await show(page, look);
      await checkAccess(path, page, look);
    }
  });
  ++done;
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${paths.length} pages`);
  else if (done % 25 === 0) console.error(`${done} of ${paths.length} pages`);
}
if (process.stderr.isTTY) process.stderr.write('\n');

let links = 0;
const elsewhere = new Set();
for (const [path, { links: hrefs }] of found) {
  for (const href of new Set(hrefs)) {
    const url = new URL(href);
    if (url.origin !== origin) {
      elsewhere.add(href);
      continue;
    }
    ++links;
    const to = decodeURIComponent(url.pathname.replace(/\/$/, '/index.html'));
    if (!found.has(to)) {
      if (filter !== '' && to.endsWith('.html')) continue;
      const response = await fetch(url);
      if (!response.ok) fail(path, `the link to ${href} leads nowhere`);
    } else if (url.hash.length > 1 && !found.get(to).targets.includes(decodeURIComponent(url.hash.slice(1)))) {
      fail(path, `the link to ${href} leads to a page that has no such place`);
    }
  }
}

let firstStep = 0;
await open('/playground.html', async (page) => {
  await page.getByRole('button', { name: 'forward ▶' }).click();
  await page.locator('.pg-said', { hasText: 'step 7 of' }).waitFor();
  firstStep = await page.evaluate(() => performance.now());
});

// What people search for, and a page that must be among the first answers.
const searches = { freeze: 'keep-removed-elements', 'remove_if': 'api/', 'iterator invalidation': 'remove-while-iterating',
  'dead flag': 'remove-while-iterating', 'swap and pop': 'remove-while-iterating', 'ecs': 'how-to/worlds', 'undo': 'roll-back', 'spatial hash': 'spatial-grids' };
for (const [text, page_] of Object.entries(searches)) {
  await open('/index.html', async (page) => {
    await page.locator('label[for="__search"]').first().evaluate((label) => label.click());
    await page.locator('.md-search__input').fill(text);
    await page.locator('.md-search-result__item').first().waitFor();
    const first = await page.locator('.md-search-result__item > .md-search-result__link').evaluateAll((all) => all.slice(0, 5).map((a) => a.getAttribute('href')));
    if (!first.some((href) => href.includes(page_))) fail('search', `"${text}" finds ${first.join(' ')}, and not ${page_}`);
  });
}

// The four questions lead to an answer, which has a page.
await open('/which-collection.html', async (page) => {
  for (const choice of ['The collection', 'At once, or each loop decides', 'Values: bullets, effects, orders', 'Order matters'])
    await page.getByLabel(choice).check();
  const link = page.locator('.which-answer a');
  if ((await link.textContent()) !== 'throng::list<T>') fail('/which-collection.html', `the answer is ${await link.textContent()}`);
  await page.getByLabel('Another collection, or my own code').check();
  if ((await page.locator('.which-answer').count()) !== 0) fail('/which-collection.html', 'an answer to other questions remains');
  await page.getByLabel('By their position').check();
  if ((await fetch(await link.evaluate((a) => a.href))).status !== 200) fail('/which-collection.html', 'the answer has no page');
});

// A program that is edited is compiled in the page. (Where the site was built without a compiler, it cannot be edited.)
if (files.some(({ path }) => path === '/compiler/bundle.js')) {
  await open('/tutorial/01-list.html', async (page) => {
    page.context().setDefaultTimeout(400_000);
    const sample = page.locator('.sample').first();
    await sample.getByRole('button', { name: 'Edit' }).click();
    const began = performance.now();
    await sample.getByLabel('The program').fill('#include <throng/list.hpp>\n#include <cstdio>\nint main() {\n  throng::list<int> l{1, 2, 3};\n  for (int& n : l) l.remove(n);\n  std::printf("%d left\\n", static_cast<int>(l.size()));\n}\n');
    await sample.getByRole('button', { name: 'Run' }).click();
    await sample.getByText(/printed here|not compile|could not/).waitFor();
    const printed = await sample.locator('.sample-output').textContent();
    if (printed !== '0 left\n') fail('the compiler', `printed ${printed}; ${await sample.getByRole('status').textContent()}`);
    console.log(`An edited program was loaded, compiled and run in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    await sample.getByLabel('The program').fill('int main() { return nothing; }');
    await sample.getByRole('button', { name: 'Run' }).click();
    await sample.getByText('It does not compile').waitFor();
    if (!(await sample.locator('.sample-output').textContent()).includes("use of undeclared identifier 'nothing'")) fail('the compiler', 'says nothing of an error');
  });
}

await browser.close();
server.close();
console.log(`Not followed, as they lead elsewhere: ${[...elsewhere].sort().join(' ') || 'none'}`);
console.log(`The page that loads most: ${largest.path}, ${Math.round(largest.bytes / 1000)} kB`);
console.log(`All files of the site: ${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`);
console.log(`From the address of the playground to a step of a walk, with one press of a button: ${firstStep.toFixed(0)} ms`);
console.log(`${paths.length} pages, ${examples} examples run, ${links} links, ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
