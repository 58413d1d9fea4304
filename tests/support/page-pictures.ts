// Pictures of pages, compared with those in `tests/browser/pictures`, which show how the pages are to look.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Pixels, pngOf, readPixels } from './pictures.ts';

const root = join(import.meta.dir, '../..');
export const KEPT_FOLDER = join(root, 'tests/browser/pictures');
/** The folder for pictures that differ, with the differences in red. */
const DIFFERENT_FOLDER = join(root, 'dist/pictures');

/** Whether the run replaces the kept pictures (`npm run test:pictures`). */
const isWriting = process.env.MUSTER_WRITE_PICTURES === '1';

/** The looks in which each page is pictured. */
const LOOKS = [
  ['wide', { width: 1280, height: 800 }, 'light'],
  ['phone', { width: 390, height: 844 }, 'dark'],
] as const;
/** Lower parts of long pages are left out. */
const MAX_HEIGHT = 1_600;
/** A picture is smaller than its page, which also evens out differences in the smoothing of letters. */
const SHRINK = 2;
const COLOURS = 128;

/** The largest difference of a colour of a pixel, of 255. It is not 0, because the pictures have few colours. */
const MAX_OFF = 40;
/** The share of pixels that may differ. A button that moves or loses its colour changes more. */
export const MAX_SHARE = 0.001;

const RED = [255, 0, 0, 255];

const FONTS = { sans: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf', mono: 'DejaVuSansMono.ttf' };
const FONT_PATH = '/fonts-of-pictures/';
const FONT_STYLES = `
  @font-face { font-family: "Pictured Sans"; src: url("${FONT_PATH}sans") }
  @font-face { font-family: "Pictured Sans"; src: url("${FONT_PATH}bold"); font-weight: 600 900 }
  @font-face { font-family: "Pictured Mono"; src: url("${FONT_PATH}mono") }
  :root { --font: "Pictured Sans"; --mono: "Pictured Mono" }
  * { text-rendering: geometricPrecision !important }
  *, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important }
`;

/** Options of the pages that are pictured. The fonts are not part of the site, whose policy allows none. */
export const PICTURED: BrowserContextOptions = {
  bypassCSP: true,
  locale: 'en',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
};

/** Prepares an opened page: the fonts come from a package, and the clock stands where that of the service stands. */
export async function preparePictures(page: Page, now: number): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  await page.clock.setFixedTime(now);
  await page.route(`**${FONT_PATH}*`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(FONT_PATH.length);
    const file = FONTS[name as keyof typeof FONTS];
    return route.fulfill({ path: resolve(`dejavu-fonts-ttf/ttf/${file}`) });
  });
}

/** Pictures the open page in each look. Returns one line for each picture that is not as it was kept. */
export async function comparePage(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  await page.addStyleTag({ content: FONT_STYLES });
  for (const [look, viewport, colorScheme] of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const picture = await takePicture(page);
    const problem = await compare(`${name}-${look}`, picture);
    if (problem !== undefined) found.push(problem);
  }
  return found;
}

/** Takes a small picture of the page. */
export async function takePicture(page: Page): Promise<Uint8Array> {
  await page.evaluate(settle);
  const { width = 0 } = page.viewportSize() ?? {};
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) };
  const whole = await page.screenshot({ clip, fullPage: true });
  const size = [Math.round(width / SHRINK), Math.round(clip.height / SHRINK)] as const;
  return new Bun.Image(whole)
    .resize(...size, { filter: 'box' })
    .png({ compressionLevel: 1 })
    .bytes();
}

/** Runs in the page: waits for fonts and pictures, and hides what differs from one machine to another. */
async function settle(): Promise<void> {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    // Few fonts have flags.
    const text = node.textContent?.replace(/[\u{1f1e6}-\u{1f1ff}]{2}/gu, '■■');
    if (text !== node.textContent) node.textContent = text ?? '';
  }
  for (const image of document.images) image.loading = 'eager';
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

async function compare(name: string, picture: Uint8Array): Promise<string | undefined> {
  const path = join(KEPT_FOLDER, `${name}.png`);
  if (isWriting) {
    const few = new Bun.Image(picture).png({ palette: true, colors: COLOURS, compressionLevel: 9 });
    mkdirSync(KEPT_FOLDER, { recursive: true });
    writeFileSync(path, await few.bytes());
  }
  const seen = await readPixels(picture);
  const { share, marked } = findDifferences(await readKept(name), seen);
  if (share <= MAX_SHARE) return undefined;
  const shown = join(DIFFERENT_FOLDER, `${name}.png`);
  mkdirSync(DIFFERENT_FOLDER, { recursive: true });
  writeFileSync(shown, pngOf(marked));
  return `${name}: ${(100 * share).toFixed(2)} % of the pixels differ, see ${shown}`;
}

export async function readKept(name: string): Promise<Pixels> {
  const path = join(KEPT_FOLDER, `${name}.png`);
  if (!existsSync(path)) throw new Error(`There is no ${path}. Write it: npm run test:pictures`);
  return readPixels(readFileSync(path));
}

/** The share of pixels that differ, from 0 to 1, and the second picture with them in red. */
export function findDifferences(kept: Pixels, seen: Pixels): { share: number; marked: Pixels } {
  const [width, height] = [Math.max(kept.width, seen.width), Math.max(kept.height, seen.height)];
  const data = Buffer.alloc(4 * width * height, 255);
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [one, other] = [pixelAt(kept, x, y), pixelAt(seen, x, y)];
      const isAlike = one !== undefined && other !== undefined && areAlike(one, other);
      if (!isAlike) count += 1;
      data.set(isAlike ? other : RED, 4 * (y * width + x));
    }
  }
  return { share: count / (width * height), marked: { width, height, data } };
}

function pixelAt({ width, height, data }: Pixels, x: number, y: number): Uint8Array | undefined {
  if (x >= width || y >= height) return undefined;
  const at = 4 * (y * width + x);
  return data.subarray(at, at + 4);
}

function areAlike(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((value, part) => Math.abs(value - (other[part] ?? 0)) <= MAX_OFF);
}
