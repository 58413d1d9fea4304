// Another address for players: only real addresses of the loopback show that the line of the page works as it stands.

import { expect, test } from 'bun:test';
import { claimFailures, operatorMessages } from '../../src/modules/claims/messages.ts';
import { startMuster } from '../support/binary.ts';
import { TestGameServer } from '../support/game-server.ts';
import { Client, createAccount, eventually } from './client.ts';

const TUNNEL = '127.0.0.2';
const STRANGER = '127.0.0.3';
const PASSWORD = 'correct horse';
/** Nothing listens there, and no test opens it. */
const CLOSED_PORT = '9';

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

test.skipIf(curl === null)(
  'the line lists a server on the address that it was run on, and nowhere else',
  async () => {
    await using game = await TestGameServer.open(TUNNEL);
    await using muster = await startMuster();
    const server = new Client(muster);
    const fields = { port: CLOSED_PORT, name: 'Tunnelled' };
    expect((await server.beat(fields)).text).toContain('is not open');
    await createAccount(muster, 'Alice', PASSWORD);
    const alice = new Client(muster);
    await alice.login('Alice', PASSWORD);
    const hash = await server.mustBeat({ ...fields, public: 'false' });
    const claimPath = `/server/claim/${hash}/`;
    const [code = ''] = /muster-[0-9a-f]{8}/.exec((await alice.submit(claimPath, {})).text) ?? [];
    await server.mustBeat({ ...fields, public: 'false', name: `Tunnelled ${code}` });
    await eventually(
      () => alice.get(claimPath),
      ({ text }) => text.includes(operatorMessages.claim.yoursTitle),
    );
    const pagePath = `/server/own/${hash}/address/`;
    expect((await alice.submit(pagePath, { form: 'address' })).status).toBe(303);
    const { text } = await alice.get(pagePath);
    const line = /curl -4 -d code=[A-Z2-9]{10} -d port=\d+ http[^<]+/.exec(text)?.[0] ?? '';
    const onPort = (port: number) => line.replace(/port=\d+/, `port=${port}`);

    // Nobody listens there, and the code is kept for another try.
    const closed = claimFailures.join.closed(TUNNEL, Number(CLOSED_PORT));
    expect(await run(line, TUNNEL)).toContain(closed);
    expect(await run(onPort(game.port), TUNNEL)).toBe(
      `Players now join at ${TUNNEL}, port ${game.port}.\n`,
    );
    expect(await run(onPort(game.port), STRANGER)).toContain(claimFailures.join.code);

    // Its own port is closed as before: the public one is what the check asks.
    expect(await server.mustBeat(fields)).toBe(hash);
    await muster.restart('SIGKILL');
    await server.mustBeat(fields);
    const listed = () => alice.list();
    expect(await eventually(listed, (found) => found.length === 1)).toMatchObject([
      { hash, ip: TUNNEL, port: game.port },
    ]);
    const secret = /[A-Z2-9]{10}/.exec(line)?.[0] ?? '';
    expect(muster.stdout + muster.stderr).not.toContain(secret);
    expect(Bun.spawnSync(['grep', '-rlaF', secret, muster.folder]).stdout.toString()).toBe('');

    await muster.mustRun(['claim', 'clear', hash, '--reason', 'Not theirs']);
    await eventually(
      () => alice.lookup(hash),
      ([record]) => record?.ip === '127.0.0.1',
      1_000,
    );
  },
);
