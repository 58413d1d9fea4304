// npm run pictures: makes docs/images from the built binary, on the example database. Bun runs it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { main, root, say } from './child.mjs';
import { HOST, openBrowser, withExample } from './example/binary.mjs';

const CHROMIUM = '/usr/bin/chromium';
const SIZE = { width: 1000, height: 760 };
const MAX_BYTES = 150 * 1024;

await main(async () => {
  const { SERVERS } = await import('./example/servers.ts');
  await withExample(SERVERS, (origin) => takePictures(origin, SERVERS));
});

/** One picture in light and one in dark, each small enough for a README. */
async function takePictures(origin, shown) {
  const fonts = execFileSync('fc-list', [':lang=und-zsye'], { encoding: 'utf8' });
  if (fonts === '') {
    throw new Error('No font has flags. Install one: apt-get install fonts-noto-color-emoji');
  }
  const images = join(root, 'docs/images');
  mkdirSync(images, { recursive: true });
  const browser = await openBrowser(origin, CHROMIUM);
  try {
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport: SIZE, colorScheme, reducedMotion: 'reduce' });
      await waitForAll(page, shown);
      const path = join(images, `list-${colorScheme}.png`);
      await page.screenshot({ path });
      const { size } = statSync(path);
      if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}.`);
      say(`made ${path}: ${(size / 1024).toFixed(0)} KiB`);
    }
  } finally {
    await browser.close();
  }
}

/** Opens the list until every server stands in it. */
async function waitForAll(page, shown) {
  const deadline = Date.now() + 10_000;
  for (;;) {
    await page.goto(`http://${HOST}/`);
    const text = await page.textContent('main');
    const names = shown.map(({ name }) => name.replaceAll(/&[0-9a-f]/g, '').trim());
    if (names.every((name) => text.includes(name.split(' ')[0]))) return;
    if (Date.now() > deadline) throw new Error('Not every server came into the list.');
    await page.waitForTimeout(250);
  }
}
