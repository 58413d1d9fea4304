// A site with a face of its own: where its name, looks, texts and contact are shown, and what they cannot do.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminMessages } from '../../src/modules/administration/messages.ts';
import { operatorMessages } from '../../src/modules/claims/messages.ts';
import { serverAdminDone } from '../../src/modules/moderation/messages.ts';
import { siteAdminDone } from '../../src/modules/site/messages.ts';
import { gameMessages } from '../../src/modules/web-client/messages.ts';
import { sha256Base64 } from '../../src/platform/lib/digest.ts';
import { splitAtPhrase } from '../../src/platform/lib/split-phrase.ts';
import { inLanguage, LANGUAGES } from '../../src/platform/messages/language.ts';
import { messages } from '../../src/platform/messages/messages.ts';
import { standIn } from '../support/stand-in.ts';
import { PASSWORD, type TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, HIDDEN_HASH, openSampleApp, PAGE, play, UNKNOWN_HASH } from './sample-app.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';
const NAME = 'Größe & <Ruhm>';
const SHOWN_NAME = 'Größe &amp; &lt;Ruhm>';

let folder: string;
let app: TestApp;
let bare: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-face-'));
  const files = { siteLogo: 'logo.svg', rulesFile: 'rules.md', privacyFile: 'privacy.md' };
  writeFileSync(join(folder, files.siteLogo), LOGO);
  writeFileSync(join(folder, files.rulesFile), '# Be kind\n\n<script>alert(1)</script>');
  writeFileSync(join(folder, files.privacyFile), 'We keep little.');
  app = await openSampleApp({
    siteName: NAME,
    siteDescription: 'Blocks "and" more.',
    siteAccent: { light: '#8a1f4d', dark: '#ff9ac1' },
    contactEmail: 'team@blocks.test',
    footerLinks: ['Our forum https://forum.blocks.test/?a=1&b=2'],
    ...Object.fromEntries(Object.entries(files).map(([key, name]) => [key, join(folder, name)])),
  });
  bare = await openSampleApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await bare[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const assetOf = (html: string, extension: string) =>
  new RegExp(`/assets/[0-9a-f]{20}\\.${extension}`).exec(html)?.[0] ?? '';

describe('every page', () => {
  test.each(['/', '/acc/login/'])(
    '%s has the name, the logo, the accent and the links',
    async (path) => {
      const { text } = await app.request(path);
      expect(text).toContain(`<span class="brand-product">${SHOWN_NAME}</span>`);
      expect(text).toMatch(new RegExp(`<title>[^<]*${RegExp.escape('Größe &amp; &lt;Ruhm>')}`));
      expect(text).not.toContain('brand-blocks');
      expect(text).toContain(`<img class="brand-logo" src="${assetOf(text, 'svg')}"`);
      expect(text).toContain(`<link rel="icon" type="image/svg+xml" href="/assets/`);
      expect(text).toContain(
        '<a href="https://forum.blocks.test/?a=1&amp;b=2" rel="noopener">Our forum</a>',
      );
      expect(text).toContain('<a href="mailto:team@blocks.test">Contact</a>');
      for (const own of ['/rules/', '/privacy/']) expect(text).toContain(`<a href="${own}">`);
      const { text: css } = await app.request(assetOf(text, 'css'));
      expect(css).toContain('--accent:light-dark(#8a1f4d,#ff9ac1)');
      expect(css).toContain('--accent-ink:light-dark(#ffffff,#000000)');
    },
  );

  test('has none of it where the operator said nothing', async () => {
    const { text } = await bare.request('/');
    expect(text).toContain('brand-blocks');
    expect(text).toContain(
      `<span class="brand-product">${messages.product}</span><span class="brand-site">muster.test</span>`,
    );
    expect(text).not.toMatch(/Contact|\/rules\/|\/privacy\/|name="description"|theme-color/);
    const { text: css } = await bare.request(assetOf(text, 'css'));
    expect(css).not.toContain('light-dark');
  });

  test('that everybody may see has tags for previews', async () => {
    const { text } = await app.request('/');
    for (const tag of [
      '<meta name="description" content="Blocks &quot;and&quot; more."/>',
      `<meta property="og:site_name" content="Größe &amp; &lt;Ruhm>"/>`,
      '<meta property="og:description" content="Blocks &quot;and&quot; more."/>',
      '<meta property="og:url" content="http://muster.test/"/>',
      '<meta property="og:locale" content="en_US"/>',
      '<meta name="twitter:card" content="summary_large_image"/>',
      '<meta name="theme-color" content="#8a1f4d"/>',
    ]) {
      expect(text).toContain(tag);
    }
    const server = await app.request(`/server/play/${ALPHA_HASH}/`);
    expect(server.text).toContain(
      `<meta property="og:url" content="http://muster.test/server/play/${ALPHA_HASH}/"/>`,
    );
    expect((await app.request('/acc/login/')).text).not.toContain('og:');
    const imageOf = (text: string) => /property="og:image" content="([^"]*)"/.exec(text)?.[1];
    const [url = ''] = imageOf(server.text)?.split('?') ?? [];
    expect(url).toBe(`http://muster.test/card/${ALPHA_HASH}.png`);
    expect(imageOf(text)).toStartWith('http://muster.test/card/site.png?');
    const hidden = await app.request(`/server/play/${HIDDEN_HASH}/`);
    expect(imageOf(hidden.text)).toBe(imageOf(text));
    const german = await app.request('/', { headers: { 'accept-language': 'de' } });
    expect(german.text).toContain('content="de_DE"');
  });
});

describe('an error page', () => {
  test.each(['/nothing', `/server/play/${UNKNOWN_HASH}/`])(
    '%s has name, logo and accent, and runs nothing',
    async (path) => {
      const { text, headers } = await app.request(path);
      const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
      expect(text).toContain(`<span class="brand-product">${SHOWN_NAME}</span>`);
      expect(text).toContain('<img class="brand-logo"');
      expect(styles).toContain('--grass:light-dark(#8a1f4d,#ff9ac1)');
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${sha256Base64(styles)}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      );
    },
  );

  test('of a host that is not ours has none of it, and loads nothing', async () => {
    const { text, headers, status } = await app.request('/', {
      headers: { host: 'other.example' },
    });
    expect(status).toBe(403);
    expect(text).not.toContain('Ruhm');
    expect(text).not.toContain('<img');
    expect(headers.get('content-security-policy')).not.toContain('img-src');
  });
});

describe('the logo', () => {
  test('is served for good, as a picture that may load and run nothing', async () => {
    const { text } = await app.request('/');
    const logo = await app.request(assetOf(text, 'svg'));
    expect(logo.text).toBe(LOGO);
    expect(logo.headers.get('content-type')).toBe('image/svg+xml');
    expect(logo.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(logo.headers.get('x-content-type-options')).toBe('nosniff');
    expect(logo.headers.get('cache-control')).toContain('immutable');
  });
});

describe('the texts', () => {
  test('are pages, in which HTML is shown as it was typed', async () => {
    const rules = await play(app, { path: '/rules/', shows: PAGE, setsSession: true });
    expect(rules.text.match(/<h[1-6]>.*?<\/h[1-6]>/g)).toEqual(['<h1>Be kind</h1>']);
    expect(rules.text).toContain('<title>Be kind · ');
    expect(rules.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const privacy = await app.request('/privacy');
    expect(privacy.text).toContain('<h1>Privacy</h1>');
    expect(privacy.text).toContain('<p>We keep little.</p>');
  });

  test.each(['/rules/', '/privacy/'])('%s is nowhere where there is none', async (path) => {
    expect((await bare.request(path)).status).toBe(404);
  });
});

describe('sentences that tell people to contact the operator', () => {
  const CLOSED = { registration: 'closed' } as const;
  const seen = async (by: TestApp) => {
    const pages = [await by.request('/start/'), await by.request('/acc/register/')];
    return pages.map(({ text }) => text.replace(/<footer[\s\S]*/, ''));
  };

  test.each([
    ['contactEmail', 'team@blocks.test', 'mailto:team@blocks.test'],
    ['contactUrl', 'https://blocks.test/contact', 'https://blocks.test/contact'],
  ])('link to %s', async (setting, value, href) => {
    await using closed = await openSampleApp({ ...CLOSED, [setting]: value });
    const [start, register] = await seen(closed);
    expect(start).toContain(`<a href="${href}">The operator of this site</a> creates`);
    expect(register).toContain(
      `<a href="${href}">The operator of this site</a> creates the accounts. Ask`,
    );
  });

  test('link to nothing where there is no contact', async () => {
    await using closed = await openSampleApp(CLOSED);
    const [start, register] = await seen(closed);
    expect(start).toContain('<p>The operator of this site creates');
    expect(register).toContain('The operator of this site creates the accounts. Ask');
  });

  test.each(LANGUAGES)(
    'are no sentences about the operator of a game server, in %s',
    (language) => {
      inLanguage(language, () => {
        const about = [
          ...Object.values({ ...adminMessages.done, ...serverAdminDone, ...siteAdminDone }),
          gameMessages.script('Alpha', 'here', false).closed[1009],
          operatorMessages.claim.taken,
        ];
        const linked = about.filter((it) => splitAtPhrase(it, messages.operatorPhrases));
        expect(linked).toEqual([]);
        const { notDownloaded } = gameMessages.script('Alpha', 'here', false);
        expect(splitAtPhrase(notDownloaded, messages.operatorPhrases)).toBeDefined();
      });
    },
  );

  test('link on an error page, and in what is wrong with a form', async () => {
    await using failing = await openSampleApp({
      contactEmail: 'team@blocks.test',
      alterContext: standIn({
        readFrame() {
          throw new Error('secret detail');
        },
      }),
    });
    const link = `<a href="mailto:team@blocks.test">${messages.operatorPhrases[0]}</a>`;
    expect((await failing.request('/')).text).toContain(`give this ID to ${link}: `);
    await app.administration.suspendAccount('Alice', '');
    const browser = app.browser();
    const typed = { username: 'Alice', password: PASSWORD };
    const { text } = await browser.submit('/acc/login/', typed);
    expect(text).toContain(`Contact ${link} for the reason.`);
  });
});

describe('what programs and other sites read', () => {
  test('names the site in the description of the API', async () => {
    const infoOf = async (by: TestApp) =>
      JSON.parse((await by.request('/openapi.json')).text).info as Record<string, unknown>;
    expect(await infoOf(app)).toMatchObject({
      title: NAME,
      description: expect.stringMatching(/^Blocks "and" more\. Master server/),
      contact: { email: 'team@blocks.test' },
    });
    const plain = await infoOf(bare);
    expect(plain).toMatchObject({ title: 'Muster' });
    expect(plain).not.toHaveProperty('contact');
  });

  test('shows the accent and the name on badges, and ink that can be read', async () => {
    const { text } = await app.request(`/badge/${ALPHA_HASH}.svg`);
    expect(text).toContain('fill="#8a1f4d"');
    expect(text).toContain('<title>Alpha: 3 / 20 online, on Größe &amp; &lt;Ruhm&gt;</title>');
    expect((await bare.request(`/badge/${ALPHA_HASH}.svg`)).text).toContain(
      '<title>Alpha: 3 / 20 online</title>',
    );
  });

  test('shows both in the widget', async () => {
    const { text } = await app.request('/embed/servers.js');
    const accent = { light: '#8a1f4d', dark: '#ff9ac1' };
    const links = { lightLink: accent.light, darkLink: accent.dark };
    expect(text).toContain(JSON.stringify({ name: NAME, ...accent, ...links }));
    expect((await bare.request('/embed/servers.js')).text).toContain('{"name":"",');
  });
});
