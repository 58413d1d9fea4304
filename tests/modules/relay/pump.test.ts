// The pump between a browser and a game server: what passes, what ends it, and with which close codes.

import { describe, expect, test } from 'bun:test';
import { bytes, openPump } from './fakes.ts';

function openConnected(limits?: Parameters<typeof openPump>[0]) {
  const relay = openPump(limits);
  relay.game.events.opened();
  return relay;
}

describe('messages', () => {
  // C12.6
  test('pass both ways, in order, and are counted', () => {
    const { pump, browser, game, carried } = openConnected();
    pump.browserSent(bytes('one'));
    game.events.received(bytes('uno'));
    pump.browserSent(bytes('three'));
    expect(game.described).toEqual(['one', 'three']);
    expect(browser.described).toEqual(['uno']);
    expect(carried).toEqual({ to_game: 8, to_browser: 3 });
  });

  test('that came together go on together', () => {
    const { browser, game } = openConnected();
    game.events.together(() => {
      game.events.received(bytes('uno'));
      game.events.received(bytes('due'));
    });
    expect(browser.described).toEqual(['(', 'uno', 'due', ')']);
  });

  // C12.10
  test('from before the game server answered are kept and come first', () => {
    const { pump, game } = openPump();
    pump.browserSent(bytes('one'));
    pump.browserSent(bytes('two'));
    expect(game.described).toEqual([]);
    game.events.opened();
    pump.browserSent(bytes('three'));
    expect(game.described).toEqual(['one', 'two', 'three']);
  });

  test('of 64 KiB pass, early ones too', () => {
    const { pump, game } = openPump();
    pump.browserSent(new Uint8Array(65_536));
    game.events.opened();
    game.events.received(new Uint8Array(65_536));
    expect(game.described.map((text) => text.length)).toEqual([65_536]);
  });

  // C12.10
  test('of more than 64 KiB before the game server answered end it with 1013', () => {
    const { pump, browser, game, seen } = openPump();
    pump.browserSent(new Uint8Array(65_536));
    pump.browserSent(bytes('x'));
    expect(browser.described).toEqual(['close 1013']);
    expect(game.described).toEqual(['terminate']);
    expect(seen.ended).toBe(1);
  });
});

// C12.11
describe('what is no message of the game', () => {
  test.each([
    ['a text from the browser', 1003, (relay: Relay) => relay.pump.browserSent('hello')],
    ['a text from the game server', 1003, (relay: Relay) => relay.game.events.receivedText()],
    ['65,537 bytes from the browser', 1009, (relay: Relay) => relay.pump.browserSent(tooMuch)],
    [
      '65,537 bytes from the game server',
      1009,
      (relay: Relay) => relay.game.events.received(tooMuch),
    ],
  ])('%s closes both sides with %i', (_what, code, send) => {
    const relay = openConnected();
    send(relay);
    expect(relay.browser.described).toEqual([`close ${code}`]);
    expect(relay.game.described).toEqual([`close ${code}`]);
    relay.game.events.closed(code);
    expect(relay.seen.ended).toBe(1);
  });
});

type Relay = ReturnType<typeof openPump>;
const tooMuch = new Uint8Array(65_537);

// C12.8
describe('closes', () => {
  test.each([
    [1000, 1000, 1000],
    [1001, 1001, 1001],
    [4001, 4001, 4001],
    [1005, 1000, 1000],
    [1006, 1001, 1011],
    [2000, 1000, 1000],
  ])('%i reaches the game server as %i and the browser as %i', (code, forGame, forBrowser) => {
    const left = openConnected();
    left.pump.browserClosed(code);
    expect(left.game.described).toEqual([`close ${forGame}`]);
    expect(left.seen.ended).toBe(0);
    left.game.events.closed(forGame);
    expect(left.seen.ended).toBe(1);

    const right = openConnected();
    right.game.events.closed(code);
    expect(right.browser.described).toEqual([`close ${forBrowser}`]);
    expect(right.seen.ended).toBe(1);
    expect(right.timers.waiting).toBe(0);
  });

  test('a browser that closes before the game server answered closes the connection as well', () => {
    const { pump, game, seen, timers } = openPump();
    pump.browserSent(bytes('kept for nobody'));
    pump.browserClosed(1001);
    expect(game.described).toEqual(['terminate']);
    expect(seen.ended).toBe(1);
    expect(timers.waiting).toBe(0);
  });

  test('nothing is sent after the end', () => {
    const { pump, browser, game, seen } = openConnected();
    pump.browserClosed(1000);
    game.events.received(bytes('late'));
    game.events.closed(1000);
    pump.browserSent(bytes('later'));
    pump.browserDrained();
    pump.shut(1001);
    game.events.closed(1006);
    expect([browser.described, game.described]).toEqual([[], ['close 1000']]);
    expect(seen.ended).toBe(1);
  });

  test('a game server that does not answer a close is dropped after two seconds', async () => {
    const { pump, game, seen, timers } = openConnected();
    pump.browserClosed(1000);
    await timers.turn(1_999);
    expect(game.described).toEqual(['close 1000']);
    await timers.turn(1);
    expect(game.described).toEqual(['close 1000', 'terminate']);
    expect(seen.ended).toBe(1);
  });
});

// C12.9
describe('the last message of a game server', () => {
  test.each([1000, 1006, 4001])(
    'can be read for 200 ms before its end, with %i, is passed on',
    async (code) => {
      const { browser, game, seen, timers } = openConnected();
      game.events.received(bytes('a'));
      await timers.turn(150);
      game.events.received(bytes('kicked'));
      game.events.closed(code);
      await timers.turn(199);
      expect(browser.described).toEqual(['a', 'kicked']);
      expect(seen.ended).toBe(0);
      await timers.turn(1);
      expect(browser.described).toEqual(['a', 'kicked', `close ${code === 1006 ? 1011 : code}`]);
      expect(seen.ended).toBe(1);
      expect(timers.waiting).toBe(0);
    },
  );

  test('count from the last of those that came together', async () => {
    const { browser, game, timers } = openConnected();
    await timers.turn(1_000);
    game.events.together(() => game.events.received(bytes('kicked')));
    await timers.turn(50);
    game.events.closed(1000);
    await timers.turn(149);
    expect(browser.described).toEqual(['(', 'kicked', ')']);
    await timers.turn(1);
    expect(browser.described).toEqual(['(', 'kicked', ')', 'close 1000']);
  });

  test('cost no time that has passed since them', async () => {
    const late = openConnected();
    late.game.events.received(bytes('a'));
    await late.timers.turn(120);
    late.game.events.closed(1000);
    await late.timers.turn(79);
    expect(late.browser.described).toEqual(['a']);
    await late.timers.turn(1);
    expect(late.browser.described).toEqual(['a', 'close 1000']);

    const later = openConnected();
    later.game.events.received(bytes('a'));
    await later.timers.turn(200);
    later.game.events.closed(1000);
    expect(later.browser.described).toEqual(['a', 'close 1000']);
  });

  test('are not waited for after the browser has closed', async () => {
    const { pump, browser, game, seen, timers } = openConnected();
    game.events.received(bytes('kicked'));
    game.events.closed(1000);
    pump.browserSent(bytes('still playing'));
    pump.browserDrained();
    pump.browserClosed(1001);
    expect(seen.ended).toBe(1);
    expect(timers.waiting).toBe(0);
    expect(browser.described).toEqual(['kicked']);
    expect(game.described).toEqual([]);
  });

  test('do not delay the stop of the service', async () => {
    const { pump, browser, game, seen, timers } = openConnected();
    game.events.received(bytes('kicked'));
    game.events.closed(1000);
    pump.shut(1001);
    expect(browser.described).toEqual(['kicked', 'close 1001']);
    expect(seen.ended).toBe(1);
    expect(timers.waiting).toBe(0);
  });
});

// C12.10
describe('waiting for the game server', () => {
  test('a refusal is 1013 for the browser', () => {
    const { browser, game, seen } = openPump();
    game.events.closed(1006);
    expect(browser.described).toEqual(['close 1013']);
    expect(seen.ended).toBe(1);
  });

  test('after five seconds it is 1013, and the connection is given up', async () => {
    const { browser, game, seen, timers } = openPump();
    await timers.turn(4_999);
    expect(browser.described).toEqual([]);
    await timers.turn(1);
    expect(browser.described).toEqual(['close 1013']);
    expect(game.described).toEqual(['terminate']);
    expect(seen.ended).toBe(1);
    expect(timers.waiting).toBe(0);
  });
});

// C12.7
describe('a browser that reads slowly', () => {
  test('makes the game server wait until everything is read', () => {
    const { pump, browser, game } = openConnected();
    Object.assign(browser, { answer: 'full', pending: 500 });
    game.events.received(bytes('a'));
    game.events.received(bytes('read together with it'));
    expect(game.described).toEqual(['pause']);
    browser.pending = 20;
    pump.browserDrained();
    expect(game.described).toEqual(['pause']);
    Object.assign(browser, { answer: 'sent', pending: 0 });
    pump.browserDrained();
    game.events.received(bytes('b'));
    expect(game.described).toEqual(['pause', 'resume']);
    expect(browser.described).toEqual(['a', 'read together with it', 'b']);
  });

  test('gets the rest before the close, and 200 ms to read it', async () => {
    const { pump, browser, game, seen, timers } = openConnected();
    Object.assign(browser, { answer: 'full', pending: 500 });
    game.events.received(bytes('a'));
    game.events.closed(4001);
    await timers.turn(1_000);
    expect(browser.described).toEqual(['a']);
    browser.pending = 0;
    pump.browserDrained();
    await timers.turn(199);
    expect(browser.described).toEqual(['a']);
    await timers.turn(1);
    expect(browser.described).toEqual(['a', 'close 4001']);
    expect(seen.ended).toBe(1);
    expect(timers.waiting).toBe(0);
  });

  test.each([
    ['a game server that goes on', (_relay: Relay) => {}],
    ['a game server that has ended', (relay: Relay) => relay.game.events.closed(1000)],
  ])('is dropped when it reads nothing for 30 s: %s', async (_what, then) => {
    const relay = openConnected();
    const { pump, browser, game, seen, timers } = relay;
    Object.assign(browser, { answer: 'full', pending: 500 });
    game.events.received(bytes('a'));
    then(relay);
    await timers.turn(29_999);
    browser.pending = 400;
    pump.browserDrained();
    await timers.turn(29_999);
    expect(browser.described).toEqual(['a']);
    await timers.turn(1);
    expect(browser.described).toEqual(['a', 'terminate']);
    game.events.closed(1001);
    expect(seen.ended).toBe(1);
    expect(timers.waiting).toBe(0);
  });

  test('is watched no longer than the relay lasts, whatever is told of it after its close', () => {
    const { pump, browser, game, seen, timers } = openConnected();
    Object.assign(browser, { answer: 'full', pending: 500 });
    game.events.received(bytes('a'));
    pump.browserClosed(1001);
    pump.browserDrained();
    game.events.closed(1001);
    expect([seen.ended, timers.waiting]).toEqual([1, 0]);
  });

  test('ends the relay when a message was lost', () => {
    const { browser, game } = openConnected();
    browser.answer = 'lost';
    game.events.received(bytes('a'));
    expect(browser.described).toEqual(['a', 'close 1011']);
    expect(game.described).toEqual(['close 1001']);
  });
});

// C12.7
describe('a game server that reads slowly', () => {
  test.each([
    ['messages', (relay: Relay) => relay.pump.browserSent(bytes('a')), ['a', 'a']],
    ['answers to its pings', (relay: Relay) => relay.game.events.pinged(), []],
  ])('may have 128 KiB of %s waiting; more ends the relay', (_what, send, passed) => {
    const relay = openConnected();
    relay.game.pending = 128 * 1024;
    send(relay);
    expect(relay.browser.described).toEqual([]);
    relay.game.pending += 1;
    send(relay);
    expect(relay.browser.described).toEqual(['close 1013']);
    expect(relay.game.described).toEqual([...passed, 'pause', 'close 1008']);
  });
});

// C12.7
describe('pings', () => {
  test.each([
    ['the browser', (relay: Relay) => relay.pump.browserPinged(), 'terminate', 'close 1001'],
    [
      'the game server',
      (relay: Relay) => relay.game.events.pinged(),
      'close 1013',
      'pause,close 1008',
    ],
  ])('of %s may be 20 in a second; more end the relay', async (_who, ping, forBrowser, forGame) => {
    const relay = openConnected();
    for (let second = 0; second < 3; second += 1) {
      for (let count = 0; count < 20; count += 1) ping(relay);
      await relay.timers.turn(1_000);
    }
    expect([relay.browser.described, relay.game.described]).toEqual([[], []]);
    for (let count = 0; count < 30; count += 1) ping(relay);
    expect(relay.browser.described.join()).toBe(forBrowser);
    expect(relay.game.described.join()).toBe(forGame);
    relay.game.events.closed(1006);
    expect(relay.seen.ended).toBe(1);
    expect(relay.timers.waiting).toBe(0);
  });

  test('are no messages: a relay with nothing else is idle', async () => {
    const { pump, browser, timers } = openConnected();
    for (let minute = 0; minute < 6; minute += 1) {
      pump.browserPinged();
      await timers.turn(60_000);
    }
    expect(browser.described).toEqual(['close 1001']);
  });

  test('of a browser that does not read the answers make the game server wait', () => {
    const { pump, browser, game } = openConnected();
    browser.pending = 131;
    pump.browserPinged();
    pump.browserPinged();
    browser.pending = 0;
    pump.browserDrained();
    expect(game.described).toEqual(['pause', 'resume']);
  });
});

describe('silence', () => {
  // C12.13
  test('of five minutes closes both sides with 1001', async () => {
    const { browser, game, timers } = openConnected();
    await timers.turn(299_999);
    expect(browser.described).toEqual([]);
    await timers.turn(30_001);
    expect(browser.described).toEqual(['close 1001']);
    expect(game.described).toEqual(['close 1001']);
  });

  test.each([
    ['the browser', (relay: Relay) => relay.pump.browserSent(bytes('a'))],
    ['the game server', (relay: Relay) => relay.game.events.received(bytes('a'))],
  ])('is broken by a message from %s', async (_who, send) => {
    const relay = openConnected();
    for (let minute = 0; minute < 20; minute += 1) {
      await relay.timers.turn(60_000);
      send(relay);
    }
    await relay.timers.turn(299_999);
    expect(relay.seen.ended).toBe(0);
    expect(`${relay.browser.described}${relay.game.described}`).not.toContain('close');
  });
});
