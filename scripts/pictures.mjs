// npm run pictures: makes docs/images from the built binary, with made-up servers sent as heartbeats.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { main, root, say } from './child.mjs';
import { binaryPath } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

const CHROMIUM = '/usr/bin/chromium';
const HOST = 'play.example.net';
const SIZE = { width: 1000, height: 760 };
const MOST_BYTES = 150 * 1024;

/** Address (for its country), name, players, most players, software. */
const SERVERS = [
  ['81.2.69.160', '&aThe Hollow &2Oak &f[freebuild]', 41, 128, 'MCGalaxy 1.9.5.3'],
  ['5.9.1.20', '&bNordlicht &3Survival', 33, 64, 'MCGalaxy 1.9.5.3'],
  ['8.8.8.8', '&cLava &6Survival &fClassic', 29, 100, '&aProCraft 1.23'],
  ['51.15.2.9', '&eBoulangerie &7- build &6& bake', 24, 50, 'MCGalaxy 1.9.5.2'],
  ['133.1.2.3', '&dSakura &fGardens', 19, 40, 'MCGalaxy 1.9.5.3'],
  ['200.160.2.3', '&aCapivara &eTown', 17, 60, 'MCGalaxy 1.9.5.1'],
  ['1.1.1.1', '&6Outback &fParkour', 14, 32, '&aProCraft 1.23'],
  ['193.0.6.139', '&9Polder &fCreative 24/7', 12, 64, 'MCGalaxy 1.9.5.3'],
  ['212.77.98.9', '&cZamek &f- castle wars', 11, 24, 'mcchost'],
  ['130.237.1.1', '&bFika &fand blocks', 9, 20, 'MCGalaxy 1.9.5.3'],
  ['192.206.151.131', '&fMaple &cCTF', 8, 32, 'MCGalaxy 1.9.4.9'],
  ['151.1.2.3', '&2Piazza &fRoleplay', 7, 48, 'MCGalaxy 1.9.5.3'],
  ['150.214.1.1', '&eSol &6y &eSombra', 5, 30, '&aProCraft 1.23'],
  ['103.4.96.1', '&3Kakapo &fIslands', 4, 25, 'MCGalaxy 1.9.5.3'],
  ['143.248.1.1', '&dPixel Art &fonly', 3, 16, 'MCGalaxy 1.9.5.2'],
  ['195.113.1.1', '&7Quiet Quarry', 2, 12, 'mcchost'],
  ['128.214.1.1', '&fSauna &bSpleef', 1, 20, 'MCGalaxy 1.9.5.3'],
  ['196.21.1.1', '&6Karoo &fClassic', 1, 32, 'fCraft 1.2'],
  ['14.139.1.1', '&aMonsoon &fMazes', 0, 40, 'MCGalaxy 1.9.5.3'],
  ['193.136.1.1', '&bAzulejo &fWorkshop', 0, 10, 'MCGalaxy 1.9.5.3'],
];

await main(async () => {
  await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'muster-pictures-'));
  const args = [
    ...['--listen=127.0.0.1:0', `--base-url=http://${HOST}`, '--extra-hosts=127.0.0.1'],
    ...['--trusted-proxies=127.0.0.1', '--port-check=false'],
  ];
  const service = spawn(binaryPath(), args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(service, 'exit');
  try {
    const origin = await findOrigin(service);
    const [first] = await Promise.all(SERVERS.map((server) => beat(origin, server)));
    execFileSync(binaryPath(), ['server', 'feature', first], { cwd: folder });
    await takePictures(origin);
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

/** Sends one heartbeat as a game server behind a proxy does; returns the server's hash. */
async function beat(origin, [address, name, users, max, software]) {
  const salt = `salt of ${address} ${name}`;
  const fields = { name, users, max, software, salt, port: 25565, public: true, web: true };
  const answer = await fetch(`${origin}/server/heartbeat`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': address },
  });
  const text = await answer.text();
  const [, hash] = /\/server\/play\/([0-9a-f]{32})\/$/.exec(text) ?? [];
  if (!hash) throw new Error(`The heartbeat of ${name} failed: ${text}`);
  return hash;
}

/** One picture in light and one in dark, each small enough for a README. */
async function takePictures(origin) {
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
      await waitForAll(page);
      const path = join(images, `list-${colorScheme}.png`);
      await page.screenshot({ path });
      const { size } = statSync(path);
      if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MOST_BYTES}.`);
      say(`made ${path}: ${(size / 1024).toFixed(0)} KiB`);
    }
  } finally {
    await browser.close();
  }
}

/** Opens the list until every server stands in it, the featured one first. */
async function waitForAll(page) {
  const deadline = Date.now() + 10_000;
  for (;;) {
    await page.goto(`http://${HOST}/`);
    const text = await page.textContent('main');
    const names = SERVERS.map(([, name]) => name.replaceAll(/&[0-9a-f]/g, '').trim());
    const isThere = names.every((name) => text.includes(name.split(' ')[0]));
    if (isThere && text.includes('Featured')) return;
    if (Date.now() > deadline) throw new Error('Not every server came into the list.');
    await page.waitForTimeout(250);
  }
}
