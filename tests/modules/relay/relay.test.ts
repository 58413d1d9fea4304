// The relay as a whole: refusals are reported, places are freed, and all relays are closed at the end.

import { describe, expect, test } from 'bun:test';
import type { RelayRequest } from '../../../src/modules/relay/admission.ts';
import { createRelay } from '../../../src/modules/relay/relay.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeTimers, settle } from '../../support/fake-timers.ts';
import { createFakeBrowser, createFakeConnector, LIMITS } from './fakes.ts';

const REQUEST: RelayRequest = {
  path: '/p/203.0.113.7/25565',
  origin: 'https://play.test',
  protocols: 'ClassiCube',
  address: '198.51.100.23',
};

function openRelay() {
  const clock = createFakeClock(0);
  const timers = createFakeTimers(clock);
  const connector = createFakeConnector();
  const heard: string[] = [];
  const live = new Set(['203.0.113.7']);
  const banned = new Set<string>();
  const stayed: string[] = [];
  const relay = createRelay({
    origin: 'https://play.test',
    limits: { ...LIMITS, relayPerAddress: 2, relayLimit: 10 },
    findRelayTarget: (ip, port) =>
      live.has(ip)
        ? { ip, port, isBanned: () => banned.has(ip), stayed: () => stayed.push(ip) }
        : undefined,
    connect: connector.connect,
    timers,
    monotonicMs: clock.now,
    report(event, ...[facts = {}]) {
      heard.push([event.replace(/^relay_/, ''), ...Object.values(facts)].join(' '));
    },
  });

  function enter() {
    const admitted = relay.admit(REQUEST);
    if (typeof admitted === 'string') throw new Error(admitted);
    const { end, socket } = createFakeBrowser();
    const pump = admitted.start(socket);
    end.onGone = (code) => pump.browserClosed(code);
    const game = connector.games.at(-1);
    if (game === undefined) throw new Error('No game server was asked.');
    return { pump, browser: end, game };
  }

  return { relay, timers, heard, live, banned, stayed, enter, games: connector.games };
}

describe('the relay', () => {
  test('connects to the game server with the address and origin of the browser', () => {
    const { enter, heard, relay } = openRelay();
    const { game } = enter();
    expect(game.connection).toEqual({
      target: expect.objectContaining({ ip: '203.0.113.7', port: 25565 }),
      origin: 'https://play.test',
      address: '198.51.100.23',
      messageLimit: 65_536,
    });
    expect(heard).toEqual(['opened 203.0.113.7 25565']);
    expect(relay.count()).toBe(1);
  });

  test('tells the target when a browser was connected for a minute, and of none that left before', async () => {
    const { enter, stayed, timers } = openRelay();
    const { game } = enter();
    await timers.turn(4_000);
    game.events.opened();
    await timers.turn(59_999);
    game.events.received(Buffer.from('on'));
    expect(stayed).toEqual([]);
    await timers.turn(1);
    expect(stayed).toEqual(['203.0.113.7']);
    game.events.closed(1000);
    const { pump, game: next } = enter();
    next.events.opened();
    pump.browserClosed(1000);
    next.events.closed(1000);
    await timers.turn(120_000);
    expect(stayed).toHaveLength(1);
  });

  test('reports what it carries and when it ends', async () => {
    const { enter, heard, relay, timers } = openRelay();
    const { pump, game } = enter();
    game.events.opened();
    pump.browserSent(Buffer.from('abc'));
    game.events.received(Buffer.from('de'));
    game.events.closed(1000);
    await timers.turn(200);
    expect(heard.slice(1)).toEqual([
      'bytes_to_game 3',
      'bytes_to_browser 2',
      'closed 203.0.113.7 25565',
    ]);
    expect(relay.count()).toBe(0);
  });

  test('closes both sides when the game server is banned, and looks no longer than one is open', async () => {
    const { enter, relay, banned, timers, live } = openRelay();
    const { game, browser } = enter();
    game.events.opened();
    live.clear();
    await timers.turn(10_000);
    expect(relay.count()).toBe(1);
    banned.add('203.0.113.7');
    await timers.turn(250);
    expect(browser.described).toContain('close 1008');
    expect(game.described).toContain('close 1008');
    game.events.closed(1008);
    await timers.turn(1_000);
    expect(relay.count()).toBe(0);
    expect(timers.waiting).toBe(0);
  });

  test('closes those of a game server that is banned after the first ones have ended', async () => {
    const { enter, relay, banned, timers } = openRelay();
    enter().game.events.closed(1006);
    await timers.turn(1_000);
    expect(relay.count()).toBe(0);
    const { browser, game } = enter();
    game.events.opened();
    banned.add('203.0.113.7');
    await timers.turn(250);
    expect([browser.described, game.described]).toEqual([['close 1008'], ['close 1008']]);
  });

  test('drops browsers with more than 128 KiB waiting once that is 64 MiB in all', async () => {
    const { enter, timers } = openRelay();
    const [slow, modest] = [enter(), enter()];
    slow.browser.pending = 64 * 1024 * 1024;
    await timers.turn(250);
    expect(slow.browser.described).toEqual([]);
    modest.browser.pending = 128 * 1024;
    await timers.turn(250);
    expect([slow.browser.described, modest.browser.described]).toEqual([['terminate'], []]);
  });

  test('reports a refusal and connects to no game server', () => {
    const { relay, heard, games } = openRelay();
    expect(relay.admit({ ...REQUEST, path: '/p/127.0.0.1/22' })).toBe('not_listed');
    expect(relay.admit({ ...REQUEST, origin: null })).toBe('origin');
    expect(heard).toEqual([
      'refused_not_listed not_listed 198.51.100.23',
      'refused_origin origin 198.51.100.23',
    ]);
    expect(games).toEqual([]);
  });

  test('gives a place back when the upgrade fails, and when both sides are gone', () => {
    const { relay, enter, heard } = openRelay();
    for (let time = 0; time < 5; time += 1) {
      const admitted = relay.admit(REQUEST);
      if (typeof admitted === 'string') throw new Error(admitted);
      admitted.giveUp();
    }
    expect(heard).toEqual(new Array(5).fill('refused_handshake handshake 198.51.100.23'));
    const { game } = enter();
    enter();
    expect(relay.admit(REQUEST)).toBe('address_limit');
    game.events.closed(1006);
    expect(typeof relay.admit(REQUEST)).toBe('object');
  });
});

// C12.12
test('a relay outlasts its server in the list, and no other is opened', () => {
  const { relay, live, enter } = openRelay();
  const { pump, browser, game } = enter();
  game.events.opened();
  live.clear();
  expect(relay.admit(REQUEST)).toBe('not_listed');
  pump.browserSent(Buffer.from('still here'));
  game.events.received(Buffer.from('so am I'));
  expect([game.described, browser.described]).toEqual([['still here'], ['so am I']]);
  expect(relay.count()).toBe(1);
});

describe('the end', () => {
  test('resolves immediately when no relay is open', async () => {
    const { relay, timers } = openRelay();
    await relay.stop();
    expect(relay.admit(REQUEST)).toBe('stopping');
    expect(timers.waiting).toBe(0);
  });

  test('waits five seconds, then closes everybody with 1001', async () => {
    const { relay, timers, enter } = openRelay();
    const { browser, game } = enter();
    game.events.opened();
    let isOver = false;
    const stopped = relay.stop().then(() => {
      isOver = true;
    });
    expect(relay.admit(REQUEST)).toBe('stopping');
    await timers.turn(4_999);
    expect([browser.described, isOver]).toEqual([[], false]);
    await timers.turn(1);
    expect(browser.described).toEqual(['close 1001']);
    expect(game.described).toEqual(['close 1001']);
    game.events.closed(1001);
    await settle();
    expect(isOver).toBe(true);
    await stopped;
    expect(timers.waiting).toBe(0);
  });

  test('resolves as soon as the last relay is closed', async () => {
    const { relay, enter, timers } = openRelay();
    const { game } = enter();
    const stopped = relay.stop();
    game.events.closed(1000);
    await stopped;
    expect(timers.waiting).toBe(0);
  });
});
