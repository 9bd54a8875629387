// Makes the pictures of docs/images from build/site: the front page with the game, the playground, and a page of the guide.
// node web/pictures.mjs
import { createRequire } from 'node:module';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from './serve.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = createRequire(join(root, 'build/web/'))('playwright-core');
const mostBytes = 70_000; // several stand on one page
const folder = join(root, 'docs/images');

/** What is done on a page before its picture is taken. */
const pictures = {
  game: { path: '/index.html', part: '#game', async prepare(page) {
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    // The same moment each time: a wave, and a crowd of bullets.
    await page.waitForFunction(() => document.getElementById('game').game !== undefined);
    await page.locator('#game select').selectOption('2000');
    await page.waitForFunction(() => document.getElementById('game').game.program.frames() > 600);
    await page.getByRole('button', { name: 'pause' }).click();
  } },
  playground: { path: '/playground.html', part: '#playground-here', async prepare(page) {
    await page.locator('.pg-panels section').first().waitFor();
  } },
  guide: { path: '/how-to/remove-while-iterating.html', async prepare(page) {
    const sample = page.locator('.sample').first();
    await sample.getByRole('button', { name: 'Run it here' }).click();
    await sample.locator('.sample-output').waitFor({ state: 'visible' });
    await sample.scrollIntoViewIfNeeded();
  } },
};

const server = await serve(join(root, 'build/site'), 0);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
await mkdir(folder, { recursive: true });
let status = 0;
for (const [name, { path, part, prepare }] of Object.entries(pictures)) {
  const page = await browser.newPage({ viewport: { width: 1100, height: 760 } });
  page.setDefaultTimeout(120_000);
  await page.goto(`http://127.0.0.1:${server.address().port}${path}`);
  await prepare(page);
  const file = join(folder, `${name}.jpg`);
  await (part ? page.locator(part) : page).screenshot({ path: `${file}.part.jpg`, type: 'jpeg', quality: 35 });
  const { size } = await stat(`${file}.part.jpg`);
  if (size >= mostBytes) {
    console.error(`${file}.part.jpg: expected less than ${mostBytes} bytes, found ${size}`);
    status = 1;
  } else {
    await rename(`${file}.part.jpg`, file);
    console.log(`docs/images/${name}.jpg: ${size} bytes`);
  }
  await page.close();
}
await browser.close();
server.close();
process.exitCode = status;
