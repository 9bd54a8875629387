// Makes the pictures of docs/images from build/site: the game, the playground, and, for those who change the site, its kinds of
// pages on a desktop and on a phone, in light and in dark.
// node web/pictures.mjs [TEXT]: only pictures in whose name the text is
import { createRequire } from 'node:module';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from './serve.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = createRequire(join(root, 'build/web/'))('playwright-core');
const mostBytes = 130_000; // each
const folder = join(root, 'docs/images');
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** The same moment of the game each time: a wave, and a crowd of bullets. */
async function playedGame(page) {
  await page.waitForFunction(() => document.getElementById('game').game !== undefined);
  await page.locator('#game select').selectOption('2000');
  await page.waitForFunction(() => document.getElementById('game').game.program.frames() > 600);
  await page.getByRole('button', { name: 'pause' }).click();
}
async function ranSample(page) {
  const sample = page.locator('.sample').first();
  await sample.getByRole('button', { name: 'Run' }).click();
  await sample.getByText('printed here').waitFor();
}
const played = (page) => page.locator('.pg-panels section').first().waitFor();

/** What is done on a page before its picture is taken. */
const pictures = {
  'game': { path: '/index.html', part: '#game', prepare: playedGame },
  'playground': { path: '/playground.html', part: '#playground-here', prepare: played },
};
for (const [kind, path, prepare] of [['front', '/index.html', playedGame], ['tutorial', '/tutorial/01-list.html', ranSample],
  ['api', '/api/list.html', () => {}], ['playground', '/playground.html', played], ['which', '/which-collection.html', () => {}]]) {
  for (const colorScheme of ['light', 'dark']) {
    for (const viewport of [desktop, phone]) pictures[`site-${kind}-${colorScheme}-${viewport.width}`] = { path, prepare, colorScheme, viewport };
  }
}
for (const [kind, path] of [['readme', '/overview.html'], ['how-to-remove', '/how-to/remove-while-iterating.html'],
  ['how-to-roll-back', '/how-to/roll-back.html']]) {
  for (const viewport of [desktop, phone]) pictures[`site-${kind}-${viewport.width}`] = { path, prepare: () => {}, viewport };
}

const server = await serve(join(root, 'build/site'), 0);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
await mkdir(folder, { recursive: true });
let status = 0;
for (const [name, { path, part, prepare, colorScheme = 'light', viewport = desktop }] of Object.entries(pictures)) {
  if (!name.includes(process.argv[2] ?? '')) continue;
  const context = await browser.newContext({ viewport, colorScheme });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}${path}`);
  await prepare(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  if (part) await page.addStyleTag({ content: '.md-header { display: none; }' });
  const file = join(folder, `${name}.jpg`);
  for (const quality of [80, 60, 45, 30]) {
    await (part ? page.locator(part) : page).screenshot({ path: `${file}.part.jpg`, type: 'jpeg', quality });
    if ((await stat(`${file}.part.jpg`)).size < mostBytes) break;
  }
  const { size } = await stat(`${file}.part.jpg`);
  if (size >= mostBytes) {
    console.error(`${file}.part.jpg: expected less than ${mostBytes} bytes, found ${size}`);
    status = 1;
  } else {
    await rename(`${file}.part.jpg`, file);
    console.log(`docs/images/${name}.jpg: ${size} bytes`);
  }
  await context.close();
}
await browser.close();
server.close();
process.exitCode = status;
