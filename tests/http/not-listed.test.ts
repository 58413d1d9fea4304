// "Why is my server not listed?": the visitor's own address, its button, and who may press it.

import { beforeEach, describe, expect, test } from 'bun:test';
import { refusals } from '../../src/modules/heartbeat/refusals.ts';
import { helpMessages } from '../../src/modules/start/messages.ts';
import { COMMAND, rangeOf } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import { standIn } from '../support/stand-in.ts';
import { type Answer, openTestApp, type Sending } from '../support/test-app.ts';
import { PAGE, play } from './sample-app.ts';

const PATH = '/help/not-listed/';
const OTHER = '198.51.100.2';
const OWN = { origin: 'http://muster.test', 'sec-fetch-site': 'same-origin' };

const app = openedForEach(openTestApp);

const show = async (address?: string) =>
  (
    await play(app, {
      path: PATH,
      shows: PAGE,
      setsSession: true,
      ...(address === undefined ? {} : { address }),
    })
  ).text;

const press = (port: string, init: Sending = {}): Promise<Answer> =>
  app.request(PATH, { method: 'POST', body: `port=${port}`, headers: OWN, ...init });

/** The page without its footer, where every page has the form that switches the theme. */
const bodyOf = (page: string): string => page.replace(/<footer[\s\S]*<\/footer>/, '');

describe('the page', () => {
  test('of an address that sent nothing says what to look at, and nobody else', async () => {
    await app.beat({ name: 'Theirs', port: '25570' }, OTHER);
    const page = await show();
    expect(page).toContain(helpMessages.notListed.nothingHeading);
    expect(page).toContain('http://muster.test/server/heartbeat');
    for (const theirs of ['Theirs', '25570', OTHER, '<form']) {
      expect(bodyOf(page)).not.toContain(theirs);
    }
  });

  test.each<[string, Record<string, string>, string, string]>([
    ['listed', {}, helpMessages.notListed.outcomes.listed, helpMessages.notListed.nextSteps.listed],
    ['private', { public: 'false' }, helpMessages.notListed.outcomes.private, 'public=false'],
    [
      'wrong',
      { users: 'x' },
      'The users &quot;x&quot; is not valid.',
      helpMessages.notListed.nextSteps.fields,
    ],
  ])(
    'says of a %s heartbeat what became of it and what to do',
    async (_what, fields, outcome, step) => {
      await app.beat(fields);
      const page = await show();
      expect(page).toContain(outcome);
      expect(page).toContain(step);
    },
  );

  test('has the newest heartbeat first, and its answer in the language of the page', async () => {
    for (const name of ['First', 'Second', 'Third']) {
      await app.beat({ name, port: `2556${name.length}`, users: name === 'Second' ? '' : '3' });
      app.skip(60_000);
    }
    await app.beat({ name: 'First', port: '25565' });
    const namesOn = (page: string) =>
      [...page.matchAll(/<h3><bdi>(\w+)<\/bdi>/g)].map(([, name]) => name);
    const order = ['First', 'Third', 'Second', 'First'];
    expect(namesOn(await show())).toEqual(order);
    const german = await app.request(PATH, { headers: { 'accept-language': 'de' } });
    expect(namesOn(german.text)).toEqual(order);
    expect(german.text).toContain('users fehlt. Sende users als ganze Zahl');
    expect(german.text).not.toContain('is missing');
  });

  test('says why the port of a private server was not tried', async () => {
    await app.beat({ public: 'false' });
    const page = await show();
    expect(page).toContain(helpMessages.notListed.uncheckedPrivate);
  });

  test('does not call one private that is listed without a check', async () => {
    await using free = await openTestApp({ isPortCheckOn: false });
    await free.beat();
    const page = (await free.request(PATH)).text;
    expect(page).toContain(`<td>${helpMessages.notListed.unchecked}</td>`);
    expect(page).not.toContain(helpMessages.notListed.uncheckedPrivate);
  });

  test('says so of a closed port, with its check and a button', async () => {
    app.probe.verdict = false;
    await app.beat();
    const page = await show();
    expect(page).toContain(refusals.closedPort({ ip: '203.0.113.7', port: 25_565 }));
    expect(page).toContain(helpMessages.notListed.nextSteps.port_closed);
    expect(page).toMatch(/Closed<\/strong>, <time datetime="2026-01-01T00:00:00.000Z"/);
    expect(page).toContain('Check again<span class="hidden-label">: port 25565</span>');
  });

  test('shows the reasons of moderators as text, whatever stands in them', async () => {
    const markup = '<img src=x onerror=alert(1)>"&amp;';
    await app.beat({ name: markup });
    await app.servers.flush();
    const [server] = await app.moderation.listServers();
    await app.moderation.actOnServer('unlist', COMMAND, server?.hash ?? '', `Unlisted ${markup}`);
    await app.beat({ name: markup });
    await app.moderation.addBan(COMMAND, rangeOf(OTHER), { reason: `Banned ${markup}` });
    await app.beat({ name: markup }, OTHER);
    for (const page of [await show(), await show(OTHER)]) {
      expect(page).not.toContain('<img');
      expect(page).toMatch(/(?:Unlisted|Banned) &lt;img src=x onerror=alert\(1\)>&quot;&amp;amp;/);
    }
  });

  test('says that a server fell silent', async () => {
    await app.beat();
    await app.advance(180_001);
    const page = await show();
    expect(page).toContain(helpMessages.notListed.outcomes.left);
    expect(page).toContain('No heartbeat has come for more than 3 min');
    expect(page).toContain('3 min ago');
  });

  test('tells a visitor over IPv6 what came from there, and how to see the rest', async () => {
    await app.beat({ name: 'Six' }, '2001:db8::1');
    const page = await show('2001:db8::1');
    for (const piece of [
      helpMessages.notListed.ipv6Heading,
      refusals.ipv6('2001:db8::1'),
      helpMessages.notListed.nextSteps.family,
      'curl -4 http://muster.test/help/not-listed/',
      'Six',
    ]) {
      expect(page).toContain(piece);
    }
    for (const piece of ['<table', '<form']) expect(bodyOf(page)).not.toContain(piece);
    expect(await show('2001:db8:1::1')).not.toContain('Six');
  });

  test('has no button where ports are not checked', async () => {
    await using open = await openTestApp({ isPortCheckOn: false });
    await open.beat();
    const { text } = await open.request(PATH);
    expect(text).toContain(helpMessages.notListed.portsFree);
    expect(bodyOf(text)).not.toContain('<form');
  });
});

describe('the button', () => {
  beforeEach(async () => {
    app.probe.verdict = false;
    await app.beat();
    app.probe.tried.length = 0;
    app.probe.verdict = true;
  });

  test('tries the port again and shows what was found', async () => {
    await app.advance(60_000);
    const answer = await press('25565');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/help/not-listed/#ports');
    expect(app.probe.tried).toEqual(['203.0.113.7:25565']);
    expect(await show()).toMatch(/Open<\/strong>, <time datetime="2026-01-01T00:01:00.000Z"/);
  });

  test.each(['25570', '', '%3Cscript%3E', '25565%0d%0a'])(
    'tries nothing for port "%s", which the address never named',
    async (port) => {
      await app.beat({ port: '25570' }, OTHER);
      app.probe.tried.length = 0;
      const answer = await press(port);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('role="alert"');
      expect(answer.text).not.toContain('<script>');
      expect(app.probe.tried).toEqual([]);
    },
  );

  test('is refused after three times, says when to come back, and works again then', async () => {
    for (let count = 0; count < 3; count += 1) expect((await press('25565')).status).toBe(303);
    const refused = await press('25565');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(refused.text).toContain('Try again in 10 s.');
    expect(app.probe.tried).toHaveLength(3);
    await app.beat({}, OTHER);
    expect((await press('25565', { address: OTHER })).status).toBe(303);
    app.skip(10_000);
    expect((await press('25565')).status).toBe(303);
  });

  test.each([
    ['unneeded', 409, helpMessages.notListed.failures.unneeded, null],
    ['banned', 403, helpMessages.notListed.failures.banned, null],
    ['busy', 503, helpMessages.notListed.failures.busy(5), '5'],
  ] as const)('says so where a check is %s', async (outcome, status, sentence, retryAfter) => {
    await using other = await openTestApp({
      alterContext: standIn({ servers: { operatorReports: { checkAgain: async () => outcome } } }),
    });
    const init = { method: 'POST', body: 'port=25565', headers: OWN };
    const refused = await other.request(PATH, init);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([status, retryAfter]);
    expect(refused.text).toContain(sentence);
  });
});
