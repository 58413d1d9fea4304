// The pictures of link previews: whose they are, how long they are kept, how many are made, and what stands for one that fails.

import { describe, expect, spyOn, test } from 'bun:test';
import type { CardFacts } from '../../src/modules/embed/card.ts';
import { openCardPainter } from '../../src/modules/embed/card-painter.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import type { TestAppOptions } from '../support/test-app.ts';
import {
  ALPHA_HASH,
  BRAVO_HASH,
  HIDDEN_HASH,
  openSampleApp,
  play,
  UNKNOWN_HASH,
} from './sample-app.ts';

const PNG = '89504e470d0a1a0a';
const cardOf = (hash: string) => `/card/${hash}.png`;

const SHOWN = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  etag: /^"[0-9a-f]{20}"$/,
  vary: null,
} as const;
const FOR_ANOTHER = { ...SHOWN, 'cache-control': 'public, max-age=30' } as const;

/** The sample app with cards that are their facts as text. */
async function openWatched(options: TestAppOptions = {}) {
  const drawn: CardFacts[] = [];
  let failure: Error | undefined;
  const app = await openSampleApp({
    ...options,
    alterContext: (context) => ({
      ...context,
      async drawCard(facts) {
        drawn.push(facts);
        if (failure !== undefined) throw failure;
        return new TextEncoder().encode(JSON.stringify(facts));
      },
    }),
  });
  return {
    ...app,
    drawn,
    fail(error: Error | undefined) {
      failure = error;
    },
    async titleOf(path: string) {
      return JSON.parse((await app.request(path)).text).title as string;
    },
  };
}

describe('the card', () => {
  test('of a public server shows it, and nothing that only players see', async () => {
    await using app = await openWatched();
    await app.beat({ name: '&aGreen <b>', software: '&cSoft', users: '4' }, '203.0.113.7');
    await play(app, {
      path: cardOf(ALPHA_HASH.toUpperCase()),
      shows: SHOWN,
      lacks: ['203.0.113.7'],
    });
    expect(app.drawn).toMatchObject([
      { title: 'Green <b>', detail: 'Soft', players: '4 / 20', playersLabel: 'online now' },
    ]);
    expect(app.drawn[0]?.icon).toStartWith('data:image/svg+xml;base64,');
  });

  test('of the site counts servers and players, in its own words', async () => {
    await using app = await openWatched({ siteName: 'Größe', siteDescription: 'Of blocks.' });
    await play(app, { path: cardOf('site'), headers: { 'accept-language': 'de' }, shows: SHOWN });
    const players = '12 playing on 2 servers';
    expect(app.drawn).toMatchObject([{ title: 'Größe', detail: 'Of blocks.', players }]);
  });

  test.each([
    ['private', HIDDEN_HASH],
    ['unknown', UNKNOWN_HASH],
  ])('of a server that is %s is that of the site', async (_what, hash) => {
    await using app = await openWatched();
    await play(app, { path: cardOf(hash), shows: FOR_ANOTHER });
    expect(app.drawn).toMatchObject([{ title: 'Muster', host: 'muster.test' }]);
  });

  test('of a server that is banned, or gone, is that of the site', async () => {
    await using app = await openWatched();
    expect(await app.titleOf(cardOf(ALPHA_HASH))).toBe('Alpha');
    const range = { kind: 'range', subject: '203.0.113.7/32' } as const;
    await app.moderation.addBan(COMMAND, range, { reason: 'spam', lasts: undefined });
    expect(await app.titleOf(cardOf(ALPHA_HASH))).toBe('Muster');
    await app.advance(180_001);
    expect(await app.titleOf(cardOf(BRAVO_HASH))).toBe('Muster');
  });

  test.each(['', 'x', ALPHA_HASH.slice(1), '%E0%A4%zz', '<script>'])(
    'has no other address: %s',
    async (name) => {
      await using app = await openWatched();
      await play(app, { path: cardOf(name), status: 404 });
    },
  );
});

describe('a card that was drawn', () => {
  test('is kept for five minutes, and drawn once for all who want it at a time', async () => {
    await using app = await openWatched();
    const path = cardOf(ALPHA_HASH);
    const answers = await Promise.all([1, 2, 3].map(() => app.request(path)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await app.beat({ name: 'Alpha 2' }, '203.0.113.7');
    await app.advance(200_000);
    await app.beat({ name: 'Alpha 2' }, '203.0.113.7');
    const etag = answers[0]?.headers.get('etag') ?? '';
    await play(app, { path, status: 304, headers: { 'if-none-match': etag } });
    expect(app.drawn).toHaveLength(1);
    await app.advance(100_001);
    expect(await app.titleOf(path)).toBe('Alpha 2');
    expect(app.drawn).toHaveLength(2);
  });

  test('stands for a new one that cannot be drawn, which is not tried again at once', async () => {
    await using app = await openWatched();
    const path = cardOf(ALPHA_HASH);
    await app.request(path);
    await app.beat({ name: 'Alpha 2' }, '203.0.113.7');
    await app.advance(170_000);
    await app.beat({ name: 'Alpha 2' }, '203.0.113.7');
    await app.advance(170_000);
    app.fail(new Error('no luck'));
    expect(await app.titleOf(path)).toBe('Alpha');
    expect(await app.titleOf(path)).toBe('Alpha');
    expect(app.drawn).toHaveLength(2);
    expect(app.heard.unknown).toHaveLength(1);
    app.fail(undefined);
    await app.beat({ name: 'Alpha 2' }, '203.0.113.7');
    await app.advance(30_000);
    expect(await app.titleOf(path)).toBe('Alpha 2');
  });

  test('is that of the site once too many new ones are wanted, which it never is itself', async () => {
    await using app = await openWatched();
    for (let port = 1; port <= 31; port += 1) {
      await app.beat({ name: `Many ${port}`, port: `${port}` }, `198.51.100.${port}`);
    }
    await app.advance(1_000);
    const { listings } = app.servers.listPublic();
    const titles = [];
    for (const { hash } of listings.slice(0, 31)) titles.push(await app.titleOf(cardOf(hash)));
    expect(titles.filter((title) => title === 'Muster')).toHaveLength(1);
    expect(titles.at(-1)).toBe('Muster');
    await app.advance(2_000);
    expect(await app.titleOf(cardOf(listings[30]?.hash ?? ''))).not.toBe('Muster');
  });

  test('stays, however many others are wanted that cannot be drawn', async () => {
    await using app = await openWatched();
    for (let net = 1; net <= 220; net += 1) await app.beat({ name: `${net}` }, `198.18.${net}.1`);
    await app.advance(1_000);
    expect(await app.titleOf(cardOf(ALPHA_HASH))).toBe('Alpha');
    const { listings } = app.servers.listPublic();
    for (const { hash } of listings) if (hash !== ALPHA_HASH) await app.request(cardOf(hash));
    expect(listings.length).toBeGreaterThan(220);
    expect(await app.titleOf(cardOf(ALPHA_HASH))).toBe('Alpha');
  });
});

test('where none can be drawn at all, a picture is answered', async () => {
  await using app = await openWatched();
  app.fail(new Error('no luck'));
  const { bytes } = await play(app, { path: cardOf(ALPHA_HASH), shows: FOR_ANOTHER });
  expect(Buffer.from(bytes).subarray(0, 8).toString('hex')).toBe(PNG);
});

describe('the thread', () => {
  const facts: CardFacts = {
    ...{
      icon: 'data:image/png;base64,',
      title: 'Alpha',
      detail: '',
      players: '',
      playersLabel: '',
    },
    ...{ curve: [], curveLabel: '', site: '', host: '', accent: '#86cf62' },
  };

  test('draws a PNG of the size that pages name', async () => {
    await using app = await openSampleApp();
    const { bytes } = await app.request(cardOf(ALPHA_HASH));
    const png = Buffer.from(bytes);
    expect(png.subarray(0, 8).toString('hex')).toBe(PNG);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const { text } = await app.request(`/server/play/${ALPHA_HASH}/`);
    expect(text).toContain('<meta property="og:image:width" content="1200"/>');
    expect(text).toContain('<meta property="og:image:height" content="630"/>');
  });

  const worker = (script: string) =>
    new Worker(`data:text/javascript,${encodeURIComponent(script)}`);
  const WELL = 'self.onmessage = () => self.postMessage(new Uint8Array([7]))';

  test.each([
    ['hangs', 'self.onmessage = () => { for (;;) {} }', 'was not there after 5000 ms'],
    ['throws', `self.onmessage = () => { throw new Error('broken'); }`, 'broken'],
    ['ends', 'self.onmessage = () => process.exit()', 'ended'],
  ])('that %s is replaced', async (_what, script, reason) => {
    const scripts = [script, WELL];
    // The longest time is over at once for the first card of the one that hangs.
    const after = (ms: number, run: () => void) => {
      if (ms === 5_000 && script.includes('for') && scripts.length === 1) run();
      return () => {};
    };
    using painter = openCardPainter({ after }, () => worker(scripts.shift() ?? WELL));
    await expect(painter.drawCard(facts)).rejects.toThrow(reason);
    expect([...(await painter.drawCard(facts))]).toEqual([7]);
    expect(scripts).toEqual([]);
  });

  test('keeps nothing of a card that it drew', async () => {
    const thread = worker(WELL);
    const [added, removed] = [
      spyOn(thread, 'addEventListener'),
      spyOn(thread, 'removeEventListener'),
    ];
    using painter = openCardPainter({ after: () => () => {} }, () => thread);
    for (let cards = 0; cards < 3; cards += 1) await painter.drawCard(facts);
    const known = (spied: typeof added | typeof removed) =>
      spied.mock.calls.map(([name, run]) => [name, run]);
    expect(known(added)).not.toBeEmpty();
    expect(known(removed)).toEqual(known(added));
  });

  test('ends after a quiet minute, and begins again', async () => {
    const started: Worker[] = [];
    const due = new Map<number, () => void>();
    const after = (ms: number, run: () => void) => {
      due.set(ms, run);
      return () => due.delete(ms);
    };
    using painter = openCardPainter({ after }, () => {
      const thread = worker(WELL);
      started.push(thread);
      return thread;
    });
    await painter.drawCard(facts);
    await painter.drawCard(facts);
    expect(started).toHaveLength(1);
    const ended = new Promise((resolve) => started[0]?.addEventListener('close', resolve));
    due.get(60_000)?.();
    await ended;
    await painter.drawCard(facts);
    expect(started).toHaveLength(2);
  });
});
