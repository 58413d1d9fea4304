// How many players there were, on pages: the sparklines of the list, the plot of a server.

import { beforeAll, describe, expect, test } from 'bun:test';
import type { Curve } from '../../src/modules/history/history-line.ts';
import { historyMessages } from '../../src/modules/history/messages.ts';
import type { Period } from '../../src/modules/history/plot-times.ts';
import { SPARKS_PATH } from '../../src/modules/list/spark-hours.ts';
import { openedOnce } from '../support/opened.ts';
import { seedHistory } from '../support/seed-history.ts';
import { standIn } from '../support/stand-in.ts';
import { openTestApp } from '../support/test-app.ts';
import { ALPHA_HASH, BRAVO_HASH, HIDDEN_HASH, openSampleApp, PAGE, play } from './sample-app.ts';

const app = openedOnce(openSampleApp);
beforeAll(async () => {
  await seedHistory(app);
  await app.beat({ name: 'Charlie' }, '198.51.100.3');
  await app.advance(1_000);
});

const pageOf = (hash: string, query = '') => `/server/play/${hash}/${query}`;

describe('how many play now', () => {
  const numbersOn = (text: string) => [
    /<b>(\d+)<\/b> <span aria-hidden="true">\/ 20/.exec(text)?.[1],
    /<figcaption>[^<]* (\d+) now\./.exec(text)?.[1],
    /<figcaption>[^<]* to (\d+) players/.exec(text)?.[1],
  ];

  test('is one number on the page of a server, at its head and under its plot', async () => {
    await using sample = await openSampleApp();
    await seedHistory(sample);
    for (const users of ['5', '0', '19']) {
      await sample.beat({ users });
      const { text } = await sample.request(pageOf(ALPHA_HASH));
      const [head, plot, highest] = numbersOn(text);
      expect([head, plot]).toEqual([users, users]);
      expect(Number(highest)).toBeGreaterThanOrEqual(Number(users));
    }
  });

  test('is one number on the list, in its headline and under its plot', async () => {
    await using sample = await openSampleApp();
    await seedHistory(sample);
    for (const users of ['5', '0', '19']) {
      await sample.beat({ users });
      await sample.advance(1_000);
      const { text } = await sample.request('/');
      const [, headline] = /<h1>(\d+) playing on/.exec(text) ?? [];
      expect(headline).toBe(`${Number(users) + 9}`);
      expect(text).toContain(` ${headline} now.`);
    }
  });
});

describe('the plot of a server', () => {
  const MINUTE_MS = 60_000;
  const openWith = (findCurve: (hash: string, range: Period) => Promise<Curve>) =>
    openSampleApp({ alterContext: standIn({ servers: { history: { findCurve } } }) });
  const curveOf = (means: (number | null)[], stepMs = MINUTE_MS) => ({
    ...{ startAt: 1_767_225_600_000 - means.length * stepMs, stepMs, means, peaks: means },
  });

  test.each([
    [undefined, '24h', 11],
    ['24h', '24h', 11],
    ['7d', '7d', 22],
    ['90d', '90d', 33],
  ] as const)('for the period %p is that of %s', async (period, range, players) => {
    await using sample = await openWith(async (_, of) =>
      curveOf(Array(100).fill({ '24h': 11, '7d': 22, '90d': 33 }[of])),
    );
    const query = period === undefined ? '' : `?period=${period}`;
    const { text } = await sample.request(pageOf(ALPHA_HASH, query));
    const [plot = ''] = /<section class="over-time".*?<\/section>/s.exec(text) ?? [];
    expect(plot).toContain(`to ${players} players`);
    expect(plot).toContain(`data-plot="/api/v1/servers/${ALPHA_HASH}/history?range=${range}"`);
    expect(plot).toContain(`data-period="${range}"`);
    expect(plot).toContain(`${historyMessages.title(range)}. `);
    expect(plot.match(/href="\?period=(\w+)#history" aria-current="true"/)?.[1]).toBe(range);
  });

  test('says that data is being collected while an hour at most is known', async () => {
    for (const [minutes, isNew] of [
      [60, true],
      [61, false],
    ] as const) {
      const means = [...Array(1_440 - minutes).fill(null), ...Array(minutes).fill(3)];
      await using sample = await openWith(async () => curveOf(means));
      const { text } = await sample.request(pageOf(ALPHA_HASH));
      expect(text.includes(`<figcaption>${historyMessages.collecting} `)).toBe(isNew);
    }
  });
});

describe('the list', () => {
  test('has one sparkline for each server with samples, and a word for one without', async () => {
    const { text } = await play(app, { path: '/', shows: PAGE });
    expect(text.match(/<svg><\/svg>/g)).toHaveLength(2);
    expect(text.match(/>New</g)).toHaveLength(1);
    const sparks = (await app.request(SPARKS_PATH)).json() as Record<string, string>;
    const starts = [ALPHA_HASH, BRAVO_HASH].map((hash) => hash.slice(0, 8));
    expect(Object.keys(sparks).toSorted()).toEqual(starts.toSorted());
    expect((await app.request(`${SPARKS_PATH}?q=nothing`)).json()).toEqual({});
    expect(text).toContain(`<h2>${historyMessages.totalHeading}</h2>`);
    expect(text.match(/class="history-plot"/g)).toHaveLength(1);
  });

  test('has no plot of servers that are not there', async () => {
    await using bare = await openTestApp();
    const { text } = await bare.request('/');
    expect(text).not.toContain('<figure');
  });

  test('asks the history for no server again while its sparkline is kept', async () => {
    let requested = 0;
    await using sample = await openSampleApp({
      alterContext: (context) => {
        const { findCurve } = context.servers.history;
        const counted: typeof findCurve = (hash, range) => {
          requested += 1;
          return findCurve(hash, range);
        };
        return standIn({ servers: { history: { findCurve: counted } } })(context);
      },
    });
    await seedHistory(sample);
    for (let users = 1; users <= 20; users += 1) {
      await sample.beat({ users: `${users}` });
      await sample.advance(1_000);
      expect((await sample.request('/')).text).toContain(`<span>${users}/`);
    }
    expect(requested).toBe(2);
  });

  test('is shown without its history when that cannot be read', async () => {
    const broken = () => Promise.reject(new Error('kept secret'));
    await using sample = await openSampleApp({
      alterContext: standIn({ servers: { history: { findCurve: broken, drawTotals: broken } } }),
    });
    const lacks = ['kept secret', '<figure', '<svg><path'];
    await play(sample, { path: '/', shows: PAGE, contains: ['Alpha', 'Bravo'], lacks });
    expect(sample.heard.unknown.map(({ requestId }) => requestId)).toEqual(['history', 'history']);
  });
});

describe('the page of a server', () => {
  test.each([
    ['', '24 hours'],
    ['?period=24h', '24 hours'],
    ['?period=7d', '7 days'],
    ['?period=90d', '90 days'],
    ['?period=%3Cscript%3E', '24 hours'],
  ])('%p has a plot, and a switch between the periods', async (query, said) => {
    const { text } = await play(app, { path: pageOf(ALPHA_HASH, query), setsSession: true });
    expect(text).toMatch(new RegExp(`aria-label="[A-Za-z ]+${said}\\. From \\d+ to`));
    expect(text.match(/class="history-plot"/g)).toHaveLength(1);
    expect(text).toMatch(new RegExp(`aria-current="true"[^>]*>${said}<`));
    for (const period of ['24h', '7d', '90d']) {
      expect(text).toContain(`href="?period=${period}#history"`);
    }
  });

  test('says that nothing is recorded yet of a new one', async () => {
    await using sample = await openSampleApp();
    const contains = [historyMessages.nothing('24h')];
    await play(sample, {
      path: pageOf(BRAVO_HASH),
      setsSession: true,
      contains,
      lacks: ['<figure'],
    });
  });

  test('has neither plot nor numbers of a private one, whatever it was before', async () => {
    await using sample = await openSampleApp();
    await seedHistory(sample);
    await sample.beat({ name: 'Alpha', public: 'false' }, '203.0.113.7');
    for (const hash of [HIDDEN_HASH, ALPHA_HASH]) {
      const contains = [historyMessages.isPrivate];
      const lacks = ['<figure', 'period=', '/history'];
      await play(sample, { path: pageOf(hash, '?period=7d'), setsSession: true, contains, lacks });
    }
    await sample.advance(1_000);
    expect((await sample.request('/')).text).not.toContain('Alpha');
  });

  test('offers its ways in when the history cannot be read', async () => {
    const broken = () => Promise.reject(new Error('kept secret'));
    await using sample = await openSampleApp({
      alterContext: standIn({ servers: { history: { findCurve: broken } } }),
    });
    const contains = [historyMessages.failed, pageOf(ALPHA_HASH)];
    const lacks = ['kept secret', '<figure'];
    await play(sample, { path: pageOf(ALPHA_HASH), setsSession: true, contains, lacks });
    expect(sample.heard.unknown).toHaveLength(1);
  });
});
