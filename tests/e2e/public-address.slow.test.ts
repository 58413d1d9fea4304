// Another address for players, against the binary: real addresses of the loopback, the real line of the
// page, a restart by kill -9, and the relay.
import { describe, expect, test } from 'bun:test';
import { operatorMessages } from '../../src/messages/messages.ts';
import { portClosed } from '../../src/servers/claims/join-place.ts';
import { unknownCode } from '../../src/servers/claims/public-address.ts';
import { type RunningMuster, startMuster } from '../support/binary.ts';
import { TestGameServer } from '../support/game-server.ts';
import type { RawResponse } from '../support/raw-http.ts';
import { Client, createAccount, eventually } from './client.ts';

const TUNNEL = '127.0.0.2';
const STRANGER = '127.0.0.3';
const PASSWORD = 'correct horse';
/** Nothing listens there, and no test opens it. */
const CLOSED_PORT = '9';

/** Sends a form as the page of the installation does, whatever its base URL. */
async function submit(
  by: Client,
  path: string,
  form: string,
  origin: string,
): Promise<RawResponse> {
  const headers = [
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Origin', origin],
    ['Sec-Fetch-Site', 'same-origin'],
  ] as const;
  return by.send('POST', path, headers, form);
}

/** Claims a private server whose own port is closed, and returns its hash and its owner. */
async function claim(
  muster: RunningMuster,
  server: Client,
  { host, origin }: { host: string; origin: string },
): Promise<{ hash: string; alice: Client; pagePath: string }> {
  await createAccount(muster, 'Alice', PASSWORD);
  const alice = new Client(muster, { host });
  await alice.login('Alice', PASSWORD);
  const fields = { port: CLOSED_PORT, public: 'false', web: 'true' };
  const hash = await server.mustBeat(fields);
  const claimPath = `/server/claim/${hash}/`;
  const requested = await submit(alice, claimPath, '', origin);
  expect(requested.status).toBe(200);
  const [code = ''] = /muster-[0-9a-f]{8}/.exec(requested.text) ?? [];
  await server.mustBeat({ ...fields, name: `Tunnelled ${code}` });
  await eventually(
    () => alice.get(claimPath),
    ({ text }) => text.includes(operatorMessages.claim.yoursTitle),
  );
  return { hash, alice, pagePath: `/server/own/${hash}/` };
}

/** The line that the page shows after a code was asked for. */
async function requestLine(alice: Client, pagePath: string, origin: string): Promise<string> {
  expect((await submit(alice, pagePath, 'form=address', origin)).status).toBe(303);
  const { text } = await alice.get(pagePath);
  return /curl -4 -d code=[A-Z2-9]{10} -d port=\d+ http[^<]+/.exec(text)?.[0] ?? '';
}

/** Runs the line as it stands, but out of this address. */
async function run(line: string, from: string): Promise<string> {
  const words = line.split(' ');
  const curl = Bun.spawn(['curl', '-sS', '--interface', from, ...words.slice(1)], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return new Response(curl.stdout).text();
}

const curl = Bun.which('curl');
if (curl === null) console.log('Skipped: the line for another address, since there is no curl.');

describe.skipIf(curl === null)('the line of the page', () => {
  test('lists a server on the address that it was run on, and nowhere else', async () => {
    await using game = await TestGameServer.open(TUNNEL);
    await using muster = await startMuster();
    const server = new Client(muster);
    const { baseOrigin, host } = { baseOrigin: `http://${server.host}`, host: server.host };
    expect((await server.beat({ port: CLOSED_PORT })).text).toContain('is not open');
    const at = { host, origin: baseOrigin };
    const { hash, alice, pagePath } = await claim(muster, server, at);
    const line = await requestLine(alice, pagePath, baseOrigin);
    const onPort = (port: number) => line.replace(/port=\d+/, `port=${port}`);

    // Nobody listens there, and the code is kept for another try.
    expect(await run(line, TUNNEL)).toContain(
      portClosed({ ip: TUNNEL, port: Number(CLOSED_PORT) }).message,
    );
    // A guessed code is worth nothing.
    const guessed = onPort(game.port).replace(/code=\w+/, 'code=ABCDEFGH23');
    expect(await run(guessed, STRANGER)).toContain(unknownCode().message);
    // What a page has a browser send is not taken.
    expect(await run(`${onPort(game.port)} -H Origin:http://evil.example`, STRANGER)).toContain(
      operatorMessages.address.fromBrowser,
    );
    const joined = async () => (await alice.lookup(hash)).map(({ ip, port }) => `${ip}:${port}`);
    expect(await joined()).toEqual([`127.0.0.1:${CLOSED_PORT}`]);

    expect(await run(onPort(game.port), TUNNEL)).toBe(
      `Players now join at ${TUNNEL}, port ${game.port}.\n`,
    );
    expect(await joined()).toEqual([`${TUNNEL}:${game.port}`]);
    expect(await run(onPort(game.port), STRANGER)).toContain(unknownCode().message);

    // Its own port is closed as before: the public one is what the check asks.
    const fields = { port: CLOSED_PORT, name: 'Tunnelled' };
    expect(await server.mustBeat(fields)).toBe(hash);
    await muster.restart('SIGKILL');
    await server.mustBeat(fields);
    const place = { hash, ip: TUNNEL, port: game.port };
    const listed = () => alice.list();
    expect(await eventually(listed, (found) => found.length === 1)).toMatchObject([place]);
    expect((await alice.get(`/server/play/${hash}/`)).text).toContain(
      `mc://${TUNNEL}:${game.port}/Alice/`,
    );
    expect(muster.stdout + muster.stderr).toContain('Server joined on a public address');
    const [code = ''] = /[A-Z2-9]{10}/.exec(line) ?? [];
    expect(muster.stdout + muster.stderr).not.toContain(code);
    const found = Bun.spawnSync(['grep', '-rlaF', code, muster.folder]).stdout.toString();
    expect(found).toBe('');

    const json = await muster.mustRun(['claim', 'list', '--json']);
    expect(JSON.parse(json)).toMatchObject([{ joinIp: TUNNEL, joinPort: game.port }]);
    expect(await muster.mustRun(['claim', 'list'])).toContain(`${TUNNEL}:${game.port}`);
    await muster.mustRun(['claim', 'clear', hash, '--reason', 'Not theirs']);
    await eventually(joined, (found) => found[0] === `127.0.0.1:${CLOSED_PORT}`, 1_000);
  });
});
