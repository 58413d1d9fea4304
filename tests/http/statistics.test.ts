// The statistics: the page and the JSON, registrations only where the operator shows them, no address and no name.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { HistoryRange } from '../../src/modules/history/history-tiers.ts';
import { historyMessages } from '../../src/modules/history/messages.ts';
import { statisticsMessages as messages } from '../../src/modules/statistics/messages.ts';
import { standIn } from '../support/stand-in.ts';
import type { TestApp } from '../support/test-app.ts';
import { ONLY_LOGGED_IN, openSampleApp, PAGE, PUBLIC_READ, play } from './sample-app.ts';

const PATH = '/statistics/';
const JSON_PATH = '/api/v1/statistics';
const NAMES = ['Alpha', 'Bravo', 'Hidden', 'Alice', 'Ulla', 'Sven'];

/** Three registered on the first day, and one on the next. */
async function openShowing() {
  const app = await openSampleApp({ areRegistrationsShown: true });
  app.skip(86_400_000);
  await app.register('Nora');
  return app;
}

let app: TestApp;
let showing: TestApp;
beforeAll(async () => {
  app = await openSampleApp();
  showing = await openShowing();
  for (const one of [app, showing]) await one.servers.history.sample();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await showing[Symbol.asyncDispose]();
});

describe('the JSON', () => {
  test('has counts, records and groups of public servers, no address and no name', async () => {
    const { text, headers, json } = await play(app, {
      path: JSON_PATH,
      shows: PUBLIC_READ,
      lacks: [...ONLY_LOGGED_IN, ...NAMES],
    });
    const { records, ...rest } = json() as Record<string, unknown>;
    expect(rest).toEqual({
      ...{ servers: 2, players: 12 },
      software: [{ software: 'MCGalaxy', servers: 2, players: 12 }],
      countries: [{ country: 'NL', servers: 2, players: 12 }],
      registrations: null,
    });
    const at = Math.floor(app.now() / 60_000) * 60;
    expect(records).toEqual({ players: { count: 12, at }, servers: { count: 2, at } });
    const etag = headers.get('etag') ?? '';
    const again = await app.request(JSON_PATH, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(text).not.toMatch(/[^\x20-\x7e]/);
  });

  test('has the registrations of 90 days where the operator shows them', async () => {
    const { json } = await play(showing, { path: JSON_PATH, shows: PUBLIC_READ, lacks: NAMES });
    const { registrations } = json() as Record<string, unknown>;
    const today = Math.floor(showing.now() / 86_400_000) * 86_400;
    expect(registrations).toEqual({
      ...{ from: today - 89 * 86_400, step: 86_400 },
      counts: [...Array(88).fill(0), 3, 1],
    });
  });
});

describe('the page', () => {
  test('shows records, one plot with a choice of periods, and tables with text beside each bar; no server and no player', async () => {
    const { text } = await play(app, {
      path: PATH,
      shows: PAGE,
      contains: [
        ...[messages.mostPlayers, messages.mostServers, messages.bySoftware, messages.byCountry],
        'data-plot="/api/v1/history?range=24h"',
        ...['24h', '7d', '90d'].map((period) => `href="?period=${period}#history"`),
        `href="${JSON_PATH}"`,
      ],
      lacks: [...ONLY_LOGGED_IN, ...NAMES, `>${messages.registrations}<`, ' style='],
    });
    expect(text.match(/<svg class="history-plot"/g)).toHaveLength(1);
    expect(text).toContain(`<dt>${messages.mostPlayers}</dt><dd><b>12</b><time datetime="`);
  });

  test('shows registrations where the operator does, and says what is not counted', async () => {
    const { text } = await play(showing, {
      path: PATH,
      shows: PAGE,
      contains: [messages.registrationsNote, messages.registrationsSum(4, 3), messages.days],
      lacks: NAMES,
    });
    expect(text.match(/<svg class="history-plot"/g)).toHaveLength(2);
  });

  test('follows the list, and its own settings', async () => {
    await using other = await openShowing();
    expect((await other.request(PATH)).text).toContain(messages.registrations);
    await other.beat({ name: 'Third', software: 'ProCraft 2' }, '198.51.100.77');
    await other.advance(1_000);
    const { text } = await other.request(PATH);
    expect(text).toContain('ProCraft');
    expect(text).not.toContain('ProCraft 2');
  });

  test('has each period under its own title, with its own curve', async () => {
    const start = app.now();
    const drawTotals = async (range: HistoryRange) => {
      const players = { '24h': 21, '7d': 32, '90d': 43 }[range];
      const hours = { '24h': 1, '7d': 6, '90d': 24 }[range];
      const curve = {
        ...{ startAt: start - 100 * hours * 3_600_000, stepMs: hours * 3_600_000 },
        ...{ means: Array(100).fill(players), peaks: Array(100).fill(players) },
      };
      return { players: curve, servers: curve };
    };
    await using told = await openSampleApp({
      alterContext: standIn({ servers: { history: { drawTotals } } }),
    });
    const facts = await Promise.all(
      ['24h', '7d', '90d'].map(async (period) => {
        const { text } = await told.request(`${PATH}?period=${period}`);
        const plot = /<section class="over-time".*?<\/figure>/s.exec(text)?.[0] ?? '';
        return [
          /aria-current="true">([^<]*)/.exec(plot)?.[1],
          /data-plot="([^"]*)"/.exec(plot)?.[1],
          /data-period="([^"]*)"/.exec(plot)?.[1],
          /role="img" aria-label="([^."]*)/.exec(plot)?.[1],
          /<figcaption>[^<]*? (\d+) players/.exec(plot)?.[1],
          Number(/data-to="([^"]*)"/.exec(plot)?.[1]) -
            Number(/data-from="([^"]*)"/.exec(plot)?.[1]),
        ];
      }),
    );
    const { periods, title } = historyMessages;
    expect(facts).toEqual(
      (['24h', '7d', '90d'] as const).map((range, index) => [
        ...[periods[range], `/api/v1/history?range=${range}`, range, title(range)],
        ...[`${[21, 32, 43][index]}`, 100 * ([1, 6, 24][index] ?? 0) * 3_600_000],
      ]),
    );
  });

  test('is shown without what cannot be read', async () => {
    const fail = () => Promise.reject(new Error('disk'));
    await using failing = await openSampleApp({
      alterContext: standIn({
        settings: { areRegistrationsShown: true },
        players: { countRegistrations: fail },
        servers: { history: { drawTotals: fail } },
      }),
    });
    await play(failing, {
      path: PATH,
      shows: PAGE,
      contains: [messages.historyFailed, messages.registrationsFailed, messages.noRecords],
      lacks: ['disk', historyMessages.legend],
    });
  });
});
