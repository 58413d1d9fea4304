// The relay of the binary on real sockets: only it shows a ban at another replica, and the end of the service.

import { expect, test } from 'bun:test';
import { startMuster } from '../support/binary.ts';
import { startPostgres } from '../support/postgres.ts';
import { encodeFrame, OPCODE } from '../support/websocket-peer.ts';
import { eventually } from './client.ts';
import { BROWSER, ORIGIN, RelaySetup } from './relay-setup.ts';

test.concurrent('the web client’s upgrade reaches the game server with the headers that it demands, and with what came early', async () => {
  await using setup = await RelaySetup.open();
  const early = encodeFrame(OPCODE.binary, Buffer.from('first'), { isMasked: true });
  const { status, head, peer } = await setup.upgrade({ early });
  expect(status).toBe(101);
  expect(head).toMatch(/^Sec-WebSocket-Protocol: ClassiCube\r$/m);
  expect(head).not.toMatch(/^Sec-WebSocket-Extensions/im);
  const player = await setup.game.player();
  expect(setup.game.complaints).toEqual([]);
  expect(player.headers.get('Host')).toBe(`127.0.0.1:${setup.game.port}`);
  expect(player.headers.get('Origin')).toBe(ORIGIN);
  expect(player.headers.get('X-Real-IP')).toBe(BROWSER);
  expect((await player.next()).payload.toString()).toBe('first');
  player.send(Buffer.from('un'), OPCODE.binary, false);
  player.send(Buffer.from('o'), OPCODE.continuation);
  expect((await peer?.next())?.payload.toString()).toBe('uno');
});

test.concurrent('a ban at one replica is 1008 at another', async () => {
  await using postgres = await startPostgres();
  const env = { MUSTER_DATABASE_URL: await postgres.makeDatabase() };
  await using own = await RelaySetup.open(env);
  await using other = await startMuster({ env });
  const browser = await own.browser();
  const player = await own.game.player();
  await other.mustRun(['ban', 'add', '127.0.0.1', '--reason', 'of the test']);
  expect(await browser.nextClose()).toBe(1008);
  expect(await player.nextClose()).toBe(1008);
}, 60_000);

test.concurrent('a stop of the service is 1001, five seconds after new relays are refused', async () => {
  await using setup = await RelaySetup.open({ MUSTER_RELAY_MESSAGE_LIMIT: '2KiB' });
  setup.game.echo();
  const browser = await setup.browser();
  const player = await setup.game.player();
  const long = await setup.browser();
  long.send(Buffer.alloc(2_049));
  expect(await long.nextClose()).toBe(1009);
  const startedAt = performance.now();
  const stopped = setup.muster.kill('SIGTERM');
  await eventually(
    async () => setup.muster.stderr,
    (log) => log.includes('Service stopping'),
  );
  expect((await setup.upgrade()).status).toBe(503);
  browser.send(Buffer.alloc(2_048));
  expect((await browser.next()).payload.length).toBe(2_048);
  expect(await browser.nextClose(8_000)).toBe(1001);
  expect(performance.now() - startedAt).toBeGreaterThan(4_500);
  expect(await player.nextClose()).toBe(1001);
  expect(await stopped).toBe(0);
});
