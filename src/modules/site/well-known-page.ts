// Files that browsers, phones, search engines and feed readers look for: icons, the manifest, robots.txt, the sitemap,
// the feed of new servers, and security.txt.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { answerFailure } from '../../platform/http/errors.ts';
import { answerKeptPage, type KeptPage, keepFile, keepPage } from '../../platform/http/html.ts';
import { alsoAnswers, describeAnswer, HIDDEN } from '../../platform/http/openapi.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { NO_SNIFFING } from '../../platform/http/security-headers.ts';
import { type Clock, DAY_MS } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { contentDigest } from '../../platform/lib/digest.ts';
import { createReloaded } from '../../platform/lib/reloaded.ts';
import { PAGE_BACKGROUNDS, type SiteIdentity } from '../../platform/lib/site-facts.ts';
import { cleanText, textInXml } from '../../platform/lib/text.ts';
import { LANGUAGES } from '../../platform/messages/language.ts';
import { messages } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import * as paths from '../../platform/views/layout.tsx';
import { drawIcon, lookOf } from '../../platform/views/site-look.ts';
import { ADMIN_PATH } from '../../platform/views/staff-paths.ts';
import type { SiteModule } from './site.ts';

/** Maximum number of URLs in a sitemap. */
const MAX_URLS = 50_000;
const MAX_ENTRIES = 50;
const MANIFEST_SIZES = [192, 512];

const measurePng = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)] as const;

/** An ICO that contains one PNG. */
async function drawIco(identity: SiteIdentity): Promise<Buffer> {
  const picture = await drawIcon(identity, 48);
  const head = Buffer.from([0, 0, 1, 0, 1, 0, ...measurePng(picture), 0, 0, 1, 0, 32, 0]);
  const place = new Uint32Array([picture.length, head.length + 8]);
  return Buffer.concat([head, new Uint8Array(place.buffer), picture]);
}

async function writeManifest(identity: SiteIdentity): Promise<Buffer> {
  const { name, description, accent, logo } = identity;
  const { path: src, type } = lookOf(identity).icon;
  const isVector = logo?.extension === 'svg';
  const drawn = MANIFEST_SIZES.map(async (size) => {
    const sizes = measurePng(await drawIcon(identity, size)).join('x');
    return { src: `/icon-${size}.png`, sizes, type: 'image/png' };
  });
  const manifest = {
    name,
    short_name: name,
    start_url: '/',
    display: 'minimal-ui',
    background_color: PAGE_BACKGROUNDS.light[0],
    theme_color: accent?.light,
    description: description || undefined,
    icons: isVector ? [{ src, sizes: 'any', type }] : await Promise.all(drawn),
  };
  return Buffer.from(JSON.stringify(manifest));
}

const png = (size: number) => ['image/png', (by: SiteIdentity) => drawIcon(by, size)] as const;

/** Files made only from the identity. */
const FILES = {
  '/favicon.ico': ['image/x-icon', drawIco],
  '/apple-touch-icon.png': png(180),
  ...Object.fromEntries(MANIFEST_SIZES.map((size) => [`/icon-${size}.png`, png(size)])),
  [paths.MANIFEST_PATH]: ['application/manifest+json', writeManifest],
} as const;

const FEED_TYPE = 'application/atom+xml';

const FEED_DETAIL = {
  summary: 'Feed of the newest public servers',
  ...alsoAnswers(304),
  tags: ['For other sites'],
  responses: describeAnswer({
    [FEED_TYPE]: Type.String({
      description: `Atom: up to ${MAX_ENTRIES} servers that came to the list for the first time within 90 days, newest first.`,
    }),
  }),
};

/** Paths that robots.txt excludes: each search and each order of the list has its own address. */
const KEPT_OUT = ['/acc/', ADMIN_PATH, '/api/v1/servers', '/server/', '/*?'];
const LET_IN = '/server/play/';

const SECURITY_PATH = '/.well-known/security.txt';
/** RFC 9116 advises less than a year. */
const SECURITY_DAYS = 180;

/** How to report a vulnerability (RFC 9116). `undefined` without a contact that the RFC allows: an email, or https. */
function writeSecurity({ contact }: SiteIdentity, baseUrl: string, now: number) {
  if (contact === undefined || contact.href.startsWith('http:')) return undefined;
  const today = now - (now % DAY_MS);
  const lines = [
    `Contact: ${contact.href}`,
    `Expires: ${new Date(today + SECURITY_DAYS * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    ...(baseUrl.startsWith('https:') ? [`Canonical: ${baseUrl}${SECURITY_PATH}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

interface WellKnownPorts {
  baseUrl: string;
  clock: Clock;
  site: Pick<SiteModule, 'identity'>;
  servers: {
    listPublic(): { listings: readonly { hash: string }[] };
    history: {
      listNewest(
        most: number,
      ): Promise<readonly { id: number; hash: string; name: string; firstAt: number }[]>;
    };
  };
}

export function wellKnownRoutes({ site, servers, baseUrl, clock }: WellKnownPorts) {
  const app = new Elysia({ name: 'well known' });
  const addFile = (
    path: string,
    type: string,
    read: () => KeptPage | undefined | Promise<KeptPage>,
    // The names do not change, so a new logo has to show within the hour.
    seconds = 3_600,
    options: object = HIDDEN,
  ) => {
    const headers = { 'cache-control': `public, max-age=${seconds}`, vary: 'Accept-Encoding' };
    const own = { ...headers, 'content-type': type, ...NO_SNIFFING };
    app.get(
      path,
      async ({ request }) => {
        const page = await read();
        if (page !== undefined) return answerKeptPage(request, page, own);
        return answerFailure(request, 404, messages.failure.nothingHere);
      },
      options,
    );
  };

  for (const [path, [type, make]] of Object.entries(FILES)) {
    const read = createReloaded(site.identity, async (identity) => {
      const bytes = new Uint8Array(await make(identity));
      return keepFile({ bytes, digest: contentDigest(bytes) }, type.startsWith('image/'));
    });
    addFile(path, type, read);
  }
  const allowed = [LET_IN, paths.CARD_PATH].map((path) => `Allow: ${path}`);
  const lines = [...allowed, ...KEPT_OUT.map((path) => `Disallow: ${path}`)].join('\n');
  const robots = keepPage(`User-agent: *\n${lines}\n\nSitemap: ${baseUrl}/sitemap.xml\n`);
  addFile('/robots.txt', 'text/plain; charset=utf-8', () => robots);
  addFile(SECURITY_PATH, 'text/plain; charset=utf-8', () => {
    const text = writeSecurity(site.identity(), baseUrl, clock.now());
    return text === undefined ? undefined : keepPage(text);
  });
  const sitemap = createReloaded(servers.listPublic, ({ listings }) => {
    const { rules, privacy } = site.identity();
    const all = [
      ...[
        '/',
        paths.START_PATH,
        paths.ADD_SERVER_PATH,
        paths.STATISTICS_PATH,
        paths.HELP_PATH,
        paths.API_DOCS_PATH,
      ],
      ...(rules === undefined ? [] : [paths.RULES_PATH]),
      ...(privacy === undefined ? [] : [paths.PRIVACY_PATH]),
      ...listings.map(({ hash }) => `${LET_IN}${hash}/`),
    ];
    const urls = all.slice(0, MAX_URLS).map((path) => `<url><loc>${baseUrl}${path}</loc></url>`);
    return keepPage(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
    );
  });
  addFile('/sitemap.xml', 'application/xml; charset=utf-8', sitemap);
  const feed = createReloaded(servers.listPublic, async () => {
    const self = `${baseUrl}${paths.FEED_PATH}`;
    const write = (text: string) => Bun.escapeHTML(cleanText(textInXml(text)));
    const name = write(site.identity().name);
    const newest = await servers.history.listNewest(MAX_ENTRIES);
    const entries = newest.map((server) => {
      const title = write(stripColourCodes(server.name));
      const link = `${baseUrl}${LET_IN}${server.hash}/`;
      const at = new Date(server.firstAt).toISOString();
      return `<entry><id>${self}#${server.id}</id><title>${title}</title><link href="${link}"/><published>${at}</published><updated>${at}</updated></entry>\n`;
    });
    const updated = new Date(newest[0]?.firstAt ?? 0).toISOString();
    return keepPage(
      `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<id>${self}</id><title>${name}</title><updated>${updated}</updated><author><name>${name}</name></author><link rel="self" href="${self}"/><link href="${baseUrl}/"/>\n${entries.join('')}</feed>\n`,
    );
  });
  addFile(paths.FEED_PATH, `${FEED_TYPE}; charset=utf-8`, feed, 300, { detail: FEED_DETAIL });
  return app.get('/.well-known/change-password', () => seeOther(accountPath('password')), HIDDEN);
}
