// What bounds the relay of the compiled binary: places, silence, stale servers, and the end of the service.

import { describe, expect, test } from 'bun:test';
import { eventually } from './client.ts';
import { RelaySetup } from './relay-setup.ts';

describe('places', () => {
  test('are eight for an address, and come back', async () => {
    await using setup = await RelaySetup.open();
    const browsers = [];
    for (let count = 0; count < 8; count += 1) browsers.push(await setup.browser());
    expect((await setup.upgrade()).status).toBe(503);
    expect((await setup.upgrade({ address: '198.51.100.24' })).status).toBe(101);
    await setup.game.player(8);
    browsers[0]?.close(1000);
    await browsers[0]?.nextClose();
    await Bun.sleep(100);
    expect((await setup.upgrade()).status).toBe(101);
    expect(setup.countRefusals('address_limit')).toBe(1);
  });

  test('are as many in all as the settings say', async () => {
    await using setup = await RelaySetup.open({ MUSTER_RELAY_LIMIT: '2' });
    await setup.browser();
    await setup.browser({ address: '198.51.100.24' });
    expect((await setup.upgrade({ address: '198.51.100.25' })).status).toBe(503);
    expect(await eventually(async () => setup.countRefusals('limit'), Boolean)).toBe(1);
  });

  test('are none when the relay is off', async () => {
    await using setup = await RelaySetup.open({ MUSTER_RELAY: 'false' });
    expect((await setup.upgrade()).status).toBe(404);
  });
});

test('a message limit that was set holds both ways', async () => {
  await using setup = await RelaySetup.open({ MUSTER_RELAY_MESSAGE_LIMIT: '2KiB' });
  setup.game.echo();
  const browser = await setup.browser();
  browser.send(Buffer.alloc(2_048));
  expect((await browser.next()).payload.length).toBe(2_048);
  browser.send(Buffer.alloc(2_049));
  expect(await browser.nextClose()).toBe(1009);
});

test('silence closes both sides with 1001', async () => {
  await using setup = await RelaySetup.open({ MUSTER_RELAY_IDLE_TIMEOUT: '1s' });
  const browser = await setup.browser();
  const player = await setup.game.player();
  expect(await browser.nextClose()).toBe(1001);
  expect(await player.nextClose()).toBe(1001);
});

// C12.12
test('a relay stays open when its server goes stale', async () => {
  await using setup = await RelaySetup.open({ MUSTER_STALE_AFTER: '1s' });
  setup.game.echo();
  const browser = await setup.browser();
  await Bun.sleep(1_200);
  expect((await setup.upgrade()).status).toBe(403);
  browser.send(Buffer.from('still here'));
  expect((await browser.next()).payload.toString()).toBe('still here');
});

test('when the service stops, new relays are refused and open ones closed with 1001 after five seconds', async () => {
  await using setup = await RelaySetup.open();
  setup.game.echo();
  const browser = await setup.browser();
  const player = await setup.game.player();
  const startedAt = performance.now();
  const stopped = setup.muster.kill('SIGTERM');
  await eventually(
    async () => setup.muster.stderr,
    (log) => log.includes('Service stopping'),
  );
  expect((await setup.upgrade()).status).toBe(503);
  browser.send(Buffer.from('saving'));
  expect((await browser.next()).payload.toString()).toBe('saving');
  expect(await browser.nextClose(8_000)).toBe(1001);
  expect(performance.now() - startedAt).toBeGreaterThan(4_500);
  expect(await player.nextClose()).toBe(1001);
  expect(await stopped).toBe(0);
});
