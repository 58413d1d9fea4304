// What browsers, phones and search engines ask every site for.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteModule } from '../../src/modules/site/site.ts';
import type { Actor } from '../../src/platform/lib/actor.ts';
import { siteMark } from '../../src/platform/views/assets.ts';
import { standIn } from '../support/stand-in.ts';
import type { TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, BRAVO_HASH, HIDDEN_HASH, openSampleApp, play } from './sample-app.ts';

const LASTING = { 'cache-control': 'public, max-age=3600', etag: /^"[0-9a-f]{20}"$/ };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
const DAY_MS = 24 * 60 * 60_000;
const ANNA: Actor = { kind: 'account', id: 1, name: 'Anna' };
const INVALID_PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAU', 'base64');

let bare: TestApp;
let folder: string;
beforeAll(async () => {
  bare = await openSampleApp({ baseUrl: 'https://muster.test' });
  folder = mkdtempSync(join(tmpdir(), 'muster-icons-'));
});
afterAll(async () => {
  await bare[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** A site whose logo is this file. */
function openWithLogo(name: string, bytes: Uint8Array | string): Promise<TestApp> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return openSampleApp({ siteName: 'Blocks', siteLogo: path });
}

const scaled = (width: number, height: number) =>
  new Bun.Image(siteMark).resize(width, height, { filter: 'nearest' });

async function measure(bytes: Uint8Array): Promise<string> {
  const { width, height, format } = await new Bun.Image(bytes).metadata();
  return `${format} ${width}x${height}`;
}

/** The PNG in an ICO, at the place and in the size that the ICO declares. */
function unpackIco(answered: Uint8Array): { declared: string; picture: Buffer } {
  const bytes = Buffer.from(answered);
  expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([0, 1, 1]);
  const [length, offset] = [bytes.readUInt32LE(14), bytes.readUInt32LE(18)];
  expect(offset + length).toBe(bytes.length);
  return { declared: `png ${bytes[6]}x${bytes[7]}`, picture: bytes.subarray(offset) };
}

interface Manifest {
  name: string;
  icons: { src: string; sizes: string; type: string }[];
}

describe('each is there, lasts an hour, and is answered 304 and to HEAD', () => {
  test.each([
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/icon-192.png', 'image/png'],
    ['/icon-512.png', 'image/png'],
    ['/site.webmanifest', 'application/manifest+json'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ])('%s', async (path, type) => {
    const shows = { ...LASTING, 'content-type': type, 'x-content-type-options': 'nosniff' };
    const answer = await play(bare, { path, shows });
    expect(answer.bytes.length).toBeGreaterThan(20);
    const etag = answer.headers.get('etag') ?? '';
    const known = await play(bare, { path, status: 304, headers: { 'if-none-match': etag } });
    expect(known.bytes.length).toBe(0);
    const head = await play(bare, { path, method: 'HEAD', shows });
    expect(head.bytes.length).toBe(0);
    const packed = await bare.request(path, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBeOneOf(
      path.endsWith('g') || path.endsWith('ico') ? [null] : ['gzip', null],
    );
    await play(bare, { path, method: 'POST', status: 405 });
  });
});

describe('icons', () => {
  /** How the four icons of a site look, each in its declared size. */
  async function iconsOf(app: TestApp) {
    const { declared, picture } = unpackIco((await app.request('/favicon.ico')).bytes);
    const pngs: Uint8Array[] = [];
    for (const path of ['/apple-touch-icon.png', '/icon-192.png', '/icon-512.png']) {
      pngs.push((await app.request(path)).bytes);
    }
    expect(await measure(picture)).toBe(declared);
    return { pictures: [picture, ...pngs].map((it) => Buffer.from(it)), ico: declared };
  }
  const sizesOf = ({ pictures }: Awaited<ReturnType<typeof iconsOf>>) =>
    Promise.all(pictures.map(measure));
  const SQUARE = ['png 48x48', 'png 180x180', 'png 192x192', 'png 512x512'];

  test('are the mark where the operator set no logo, or one that cannot be drawn', async () => {
    const own = await iconsOf(bare);
    expect(await sizesOf(own)).toEqual(SQUARE);
    const bombed = Buffer.from(siteMark);
    bombed.writeUInt32BE(60_000, 16);
    bombed.writeUInt32BE(60_000, 20);
    for (const [name, bytes] of [
      ['logo.svg', SVG],
      ['broken.png', INVALID_PNG],
      ['large.png', bombed],
    ] as const) {
      await using app = await openWithLogo(name, bytes);
      expect((await iconsOf(app)).pictures, name).toEqual(own.pictures);
    }
  });

  test.each([
    ['PNG', 'logo.png', [300, 300], SQUARE],
    ['WebP', 'logo.webp', [20, 20], SQUARE],
    ['wide PNG', 'wide.png', [300, 100], ['png 48x16', 'png 180x60', 'png 192x64', 'png 512x171']],
  ] as const)('are made of a logo that is a %s', async (_, name, [width, height], sizes) => {
    const image = scaled(width, height).modulate({ saturation: 0 });
    const logo = name.endsWith('webp') ? image.webp({ lossless: true }) : image.png();
    await using app = await openWithLogo(name, await logo.bytes());
    const icons = await iconsOf(app);
    expect(await sizesOf(icons)).toEqual([...sizes]);
    const { icons: listed } = JSON.parse((await app.request('/site.webmanifest')).text) as Manifest;
    expect(listed.map(({ sizes }) => `png ${sizes}`)).toEqual(sizes.slice(2));
    const own = await iconsOf(bare);
    for (const [index, picture] of icons.pictures.entries()) {
      expect(picture).not.toEqual(own.pictures[index] as Buffer);
    }
  });

  test('follow a new logo, under another ETag', async () => {
    let site: SiteModule | undefined;
    await using app = await openSampleApp({
      alterContext: (context) => {
        ({ site } = context);
        return context;
      },
    });
    const tagOf = async () => (await app.request('/favicon.ico')).headers.get('etag');
    const before = await tagOf();
    await site?.saveLogo(
      ANNA,
      await scaled(64, 64).modulate({ saturation: 0 }).png().bytes(),
      'New.',
    );
    expect(await tagOf()).not.toBe(before);
    await site?.saveLogo(ANNA, undefined, 'Back.');
    expect(await tagOf()).toBe(before);
  });
});

describe('the manifest', () => {
  test('names the site, its colours, and icons in their own sizes; every page links to it', async () => {
    const { text } = await bare.request('/site.webmanifest');
    expect(JSON.parse(text)).toEqual({
      ...{ name: 'muster.test', short_name: 'muster.test', start_url: '/', display: 'minimal-ui' },
      background_color: '#f4f2ed',
      icons: [192, 512].map((size) => ({
        ...{ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' },
      })),
    });
    const page = await bare.request('/');
    expect(page.text).toContain('<link rel="manifest" href="/site.webmanifest"/>');
    expect(page.headers.get('content-security-policy')).toContain("; manifest-src 'self'; ");
  });

  test('of a site with a face has its name, description, accent and drawn logo', async () => {
    writeFileSync(join(folder, 'face.svg'), SVG);
    const accent = { light: '#8a1f4d', dark: '#ff9ac1' };
    await using app = await openSampleApp({
      ...{ siteName: 'Blocks', siteDescription: 'A "place".', siteAccent: accent },
      siteLogo: join(folder, 'face.svg'),
    });
    const manifest = JSON.parse((await app.request('/site.webmanifest')).text) as Manifest;
    expect(manifest).toMatchObject({
      ...{ name: 'Blocks', description: 'A "place".', theme_color: '#8a1f4d' },
      icons: [{ sizes: 'any', type: 'image/svg+xml' }],
    });
    expect((await app.request(manifest.icons[0]?.src ?? '')).text).toBe(SVG);
  });
});

describe('for search engines', () => {
  const locationsIn = (text: string) =>
    [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at);

  test('robots.txt keeps out accounts, administration and searches, and names the sitemap', async () => {
    const { text } = await bare.request('/robots.txt');
    const lines = text.trim().split('\n');
    expect(lines[0]).toBe('User-agent: *');
    expect(lines.at(-1)).toBe('Sitemap: https://muster.test/sitemap.xml');
    expect(lines).toContain('Allow: /server/play/');
    // Their addresses have a query.
    expect(lines).toContain('Allow: /card/');
    for (const path of ['/acc/', '/admin/', '/api/v1/servers', '/server/', '/*?']) {
      expect(lines).toContain(`Disallow: ${path}`);
    }
  });

  test('the sitemap has each page that anybody may see, at the base URL, and no private server', async () => {
    const { text } = await bare.request('/sitemap.xml');
    const found = locationsIn(text);
    const paths = found.map((url) => (url ?? '').replace('https://muster.test', ''));
    expect(paths).toEqual([
      ...['/', '/start/', '/start/server/', '/statistics/', '/help/not-listed/', '/api/docs/'],
      ...[`/server/play/${BRAVO_HASH}/`, `/server/play/${ALPHA_HASH}/`],
    ]);
    expect(text).not.toContain(HIDDEN_HASH);
    const { text: robots } = await bare.request('/robots.txt');
    const kept = [...robots.matchAll(/^Disallow: (\/[^*\n]*)$/gm)].map(([, start = '']) => start);
    for (const path of paths) {
      expect((await bare.request(path)).status, path).toBe(200);
      const isLetIn = path.startsWith('/server/play/');
      expect(kept.filter((start) => path.startsWith(start))).toEqual(isLetIn ? ['/server/'] : []);
    }
  });

  test('it has rules and privacy where there are some, follows the list, and ends at 50,000', async () => {
    writeFileSync(join(folder, 'text.md'), 'Be kind.');
    const file = join(folder, 'text.md');
    const many = Array.from({ length: 50_010 }, (_, at) => ({ hash: `${at}` }));
    let listings = many.slice(0, 2);
    await using app = await openSampleApp({
      ...{ rulesFile: file, privacyFile: file },
      alterContext: standIn({
        servers: { listPublic: () => ({ listings, players: 0, madeAt: 0 }) as never },
      }),
    });
    const first = locationsIn((await app.request('/sitemap.xml')).text);
    expect(first.slice(6)).toEqual(
      ['/rules/', '/privacy/', '/server/play/0/', '/server/play/1/'].map(
        (it) => `${app.baseUrl}${it}`,
      ),
    );
    listings = many;
    expect(locationsIn((await app.request('/sitemap.xml')).text)).toHaveLength(50_000);
  });
});

test('/.well-known/change-password leads to the page where the password is changed', async () => {
  const shows = { location: '/acc/password/' };
  await play(bare, { path: '/.well-known/change-password', status: 303, shows });
});

describe('/.well-known/security.txt', () => {
  const path = '/.well-known/security.txt';

  test.each([
    ['an email address', { contactEmail: 'team@muster.example' }, 'mailto:team@muster.example'],
    ['a page', { contactUrl: 'https://example.net/contact' }, 'https://example.net/contact'],
  ])('names %s as the contact, and ends in half a year', async (_, settings, contact) => {
    await using app = await openSampleApp({ baseUrl: 'https://muster.test', ...settings });
    const shows = { ...LASTING, 'content-type': 'text/plain; charset=utf-8' };
    const { text } = await play(app, { path, shows });
    expect(text).toBe(
      `Contact: ${contact}\nExpires: ${new Date(Math.floor(app.now() / DAY_MS + 180) * DAY_MS).toISOString()}\nPreferred-Languages: en, de\nCanonical: https://muster.test${path}\n`,
    );
    app.skip(DAY_MS);
    expect((await app.request(path)).text).not.toBe(text);
  });

  test('names no address of its own on a site without https', async () => {
    await using app = await openSampleApp({
      baseUrl: 'http://muster.test',
      contactEmail: 'team@muster.example',
    });
    await play(app, { path, lacks: ['Canonical'] });
  });

  test.each([
    ['without a contact', {}],
    ['with a contact that is not on https', { contactUrl: 'http://example.net/contact' }],
  ])('is not there %s', async (_, settings) => {
    await using app = await openSampleApp(settings);
    await play(app, { path, status: 404 });
  });
});
