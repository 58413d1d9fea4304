// Names meant to break readers: every answer stays the pure ASCII JSON that the launcher can read.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { Client, createAccount, eventually, nextAddress } from './client.ts';
import { parseStrictJson, parseStrictList } from './strict-json.ts';

let muster: RunningMuster;
let player: Client;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
  await createAccount(muster, 'Alice');
  player = new Client(muster);
  await player.login('Alice', 'correct horse');
});
afterAll(() => muster?.[Symbol.asyncDispose]());

const names: [sent: string, shown: string][] = [
  ['😀 smile', '😀 smile'],
  ['"quoted" \'single\'', '"quoted" \'single\''],
  ['back\\slash \\u0041 \\n', 'back\\slash \\u0041 \\n'],
  ['</script><script>alert(1)</script>', '</script><script>alert(1)</script>'],
  ['tab\there', 'tabhere'],
  ['line\r\nbreak', 'linebreak'],
  ['nul\u0000byte', 'nulbyte'],
  ['del\u007F c1\u0085\u009F', 'del c1'],
  ['sep\u2028para\u2029', 'seppara'],
  ['\u202Eevil\u202C \u2066bidi\u2069', 'evil bidi'],
  ['{"servers":[]}', '{"servers":[]}'],
  ['a : b 1e5 , 2E9', 'a : b 1e5 , 2E9'],
  ['http://x/y', 'http://x/y'],
  ['é ü ß 漢字 עברית', 'é ü ß 漢字 עברית'],
  ['  trimmed\t ', 'trimmed'],
  ['&amp; %41 +', '&amp; %41 +'],
];

describe('a hostile name', () => {
  for (const [sent, shown] of names) {
    test(`${JSON.stringify(sent)} is shown as ${JSON.stringify(shown)}`, async () => {
      const server = new Client(muster, { address: nextAddress() });
      const hash = await server.mustBeat({ name: sent, software: sent });
      const answer = await server.get(`/api/server/${hash}`);
      expect(parseStrictList(answer.body)).toMatchObject([{ name: shown, software: shown }]);
      const loggedIn = await player.get(`/api/server/${hash}`);
      expect(parseStrictList(loggedIn.body, true)).toMatchObject([{ name: shown }]);
    });
  }
  test('all of them together leave both lists readable', async () => {
    for (const caller of [new Client(muster), player]) {
      await eventually(
        () => caller.list(),
        (list) => list.length === names.length,
      );
      const answer = await caller.get('/api/servers');
      expect(answer.header('content-type')).toStartWith('application/json');
      parseStrictList(answer.body, caller === player);
    }
  });
});

describe('hostile text in what fails', () => {
  const hostile = '"\\<script>\t\u2028😀\u0000\uFFFD é';
  test('a heartbeat failure is plain ASCII without any escape of it', async () => {
    const server = new Client(muster, { address: nextAddress() });
    const fields = {
      name: hostile.repeat(30),
      port: hostile,
      users: hostile,
      max: hostile,
      public: hostile,
    };
    const answer = await server.beat({ ...fields, salt: hostile.repeat(200) });
    const failure = parseStrictJson(answer.body) as { errors: string[][] };
    for (const [message] of failure.errors) expect(message).toMatch(/^[\x20-\x7e]+$/);
    expect(answer.text).toStartWith('{"errors":[["');
  });
  test('a login failure', async () => {
    const caller = new Client(muster);
    const { token } = await caller.openLogin();
    for (const form of [{ username: hostile, password: hostile, token }, { token: hostile }]) {
      const answer = await caller.post('/api/login', form as Record<string, string>);
      expect(parseStrictJson(answer.body)).toMatchObject({ authenticated: false, username: null });
    }
  });
  test('a player that nobody is', async () => {
    const answer = await player.get(`/api/player/${encodeURIComponent(hostile)}`);
    expect(parseStrictJson(answer.body)).toMatchObject({ error: 'User not found', username: null });
  });
  test('an unknown path does not echo what it was', async () => {
    const answer = await player.get(`/api/${encodeURIComponent('<script>')}`);
    expect(parseStrictJson(answer.body)).toEqual({ error: expect.any(String) });
    expect(answer.text).not.toContain('<script>');
  });
});

test('every JSON answer of the API is strict', async () => {
  for (const path of [
    '/api/login',
    '/api/players',
    '/api/player/Alice',
    '/api/id/1',
    '/api/id/0',
    '/api/nothing',
    '/heartbeat.jsp',
    '/api/server/',
  ]) {
    parseStrictJson((await player.get(path)).body);
  }
});
