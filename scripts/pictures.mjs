// npm run pictures: makes docs/images from the built binary, on the example database. Bun runs it.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { main, root, say } from './child.mjs';
import { binaryPath } from './ensure-built.mjs';

const CHROMIUM = '/usr/bin/chromium';
const HOST = 'play.example.net';
const SIZE = { width: 1000, height: 760 };
const MAX_BYTES = 150 * 1024;

await main(async () => {
  // Loaded here: Node, which these scripts must be able to refuse, reads no TypeScript.
  const { seed } = await import('./example/seed.ts');
  const { SERVERS } = await import('./example/servers.ts');
  const folder = mkdtempSync(join(tmpdir(), 'muster-pictures-'));
  await seed(join(folder, 'muster-data'));
  const args = [
    ...['--listen=127.0.0.1:0', `--base-url=http://${HOST}`, '--site-name=Block World'],
    '--port-check=false',
  ];
  const service = spawn(binaryPath(), args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(service, 'exit');
  try {
    const origin = await findOrigin(service);
    await takePictures(origin, SERVERS);
  } finally {
    service.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  }
});

/** The address that the service says it listens on. */
async function findOrigin(service) {
  for await (const line of createInterface({ input: service.stdout })) {
    const [, origin] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (origin) return origin;
  }
  throw new Error('The service ended before it listened.');
}

/** One picture in light and one in dark, each small enough for a README. */
async function takePictures(origin, shown) {
  const fonts = execFileSync('fc-list', [':lang=und-zsye'], { encoding: 'utf8' });
  if (fonts === '') {
    throw new Error('No font has flags. Install one: apt-get install fonts-noto-color-emoji');
  }
  const { chromium } = await import('playwright-core');
  const images = join(root, 'docs/images');
  mkdirSync(images, { recursive: true });
  const hosts = `--host-resolver-rules=MAP ${HOST}:80 ${new URL(origin).host}`;
  const args = ['--no-sandbox', hosts];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
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
