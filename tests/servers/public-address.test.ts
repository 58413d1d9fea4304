// Another address for players: whose it has to be shown to be, what it changes, and what ends it.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { Failure } from '../../src/lib/failure.ts';
import type { RawHeartbeat } from '../../src/servers/heartbeat.ts';
import {
  createServerModeration,
  type ServerModeration,
} from '../../src/servers/moderation/moderation.ts';
import { accountNamed } from '../contract/fresh-stores.ts';
import { MODERATOR } from '../support/moderation-samples.ts';
import {
  ADDRESS,
  complaintsOf,
  hashOf,
  MINUTE_MS,
  openServersModule,
  recordsOf,
  SECOND_MS,
  type ServersTestModule,
} from './test-module.ts';

const ALICE = 1;
const BOB = 2;
const TUNNEL = '198.51.100.9';
const STRANGER = '192.0.2.66';
const PORT = '30001';
const OWN_PLACE = [`${ADDRESS}:25565`];
const TUNNEL_PLACE = [`${TUNNEL}:${PORT}`];
const PLAYER = { id: ALICE, name: 'Alice', isVerified: true };

let room: ServersTestModule;
let moderation: ServerModeration;
let hash: string;

beforeEach(async () => {
  room = await openServersModule();
  moderation = createServerModeration({
    ...room.store,
    clock: room.clock,
    staleAfterMs: 180_000,
    onChanged: room.servers.reloadModeration,
  });
  for (const name of ['Alice', 'Bob']) await room.store.accounts.insertAccount(accountNamed(name));
  hash = hashOf(await room.beat());
  await claim();
});
afterEach(() => room[Symbol.dispose]());

/** Has an account claim a server as its operator does. */
async function claim(accountId = ALICE, changes: RawHeartbeat = {}, ip = ADDRESS): Promise<void> {
  const own = hashOf(await room.beat(changes, ip));
  const { code } = await room.servers.claims.requestCode(accountId, own);
  hashOf(await room.beat({ ...changes, name: `A server ${code}` }, ip));
  await room.settled();
}

const askCode = async (accountId = ALICE, of = hash) =>
  (await room.servers.publicAddresses.requestCode(accountId, of)).code;

const show = (code: string, from = TUNNEL, port = PORT) =>
  room.servers.publicAddresses.show({ code, port }, from);

/** Has players join Alice's server through the tunnel. */
async function move(): Promise<void> {
  await show(await askCode());
}

/** What it was refused with: its kind, and the sentence. */
async function refusalOf(action: Promise<unknown>): Promise<string> {
  const failure = await action.catch((error: unknown) => error);
  if (failure instanceof Failure) return `${failure.kind}: ${failure.message}`;
  throw new Error(`It should have been refused: ${JSON.stringify(failure)}`);
}

/** Where the list sends a logged-in player within a second. */
async function joinedOn(): Promise<string[]> {
  await room.timers.turn(SECOND_MS);
  return recordsOf(room.servers.playerLists.listFor(PLAYER)).map(({ ip, port }) => `${ip}:${port}`);
}

describe('a code that arrives from another address', () => {
  test('has players join there once it was found open, and the hash stays', async () => {
    const code = await askCode();
    expect(await show(code)).toEqual({ ip: TUNNEL, port: 30_001 });
    expect(room.probe.tried.at(-1)).toBe(`${TUNNEL}:${PORT}`);
    expect(room.events).toContain(`moved ${hash} ${TUNNEL}:${PORT}`);
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
    expect(recordsOf(room.servers.playerLists.listFor(PLAYER))).toMatchObject([{ hash }]);
    expect(room.servers.claims.findClaim(hash)).toMatchObject({
      ...{ joinIp: TUNNEL, joinPort: 30_001 },
    });
  });

  test('may be typed in small letters, with space around it', async () => {
    const code = await askCode();
    await show(` ${code.toLowerCase()} `, TUNNEL, ` ${PORT} `);
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
  });

  test('is worth nothing a second time, from wherever', async () => {
    const code = await askCode();
    await show(code);
    for (const from of [TUNNEL, STRANGER]) {
      expect(await refusalOf(show(code, from))).toStartWith('forbidden: This code is not good');
    }
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
  });

  test('counts once when it arrives twice at the same time', async () => {
    room.probe.verdict = undefined;
    const code = await askCode();
    const both = [show(code), show(code, STRANGER)].map((it) => it.catch((error) => error.kind));
    await room.settled();
    room.probe.answer(true);
    const outcomes = await Promise.all(both);
    expect(outcomes.filter((it) => it === 'forbidden')).toHaveLength(1);
    expect(await joinedOn()).toHaveLength(1);
  });

  test('is worth nothing after an hour, and until then stays the same', async () => {
    const code = await askCode();
    const { publicAddresses } = room.servers;
    room.clock.advance(60 * MINUTE_MS - 1);
    hashOf(await room.beat());
    expect(await askCode()).toBe(code);
    room.clock.advance(1);
    expect(publicAddresses.findCode(ALICE, hash)).toBeUndefined();
    expect(await refusalOf(show(code))).toStartWith('forbidden');
    expect(await askCode()).not.toBe(code);
  });

  test('shows the address that it came from and no other', async () => {
    // Whoever got hold of a code puts nobody's address there but their own.
    await show(await askCode(), STRANGER);
    expect(await joinedOn()).toEqual([`${STRANGER}:${PORT}`]);
    await room.servers.claims.changeJoinPort(ALICE, hash, '');
    expect(await joinedOn()).toEqual(OWN_PLACE);
  });

  test('from the address of the heartbeats names a port alone', async () => {
    await show(await askCode(), ADDRESS);
    expect(room.servers.claims.findClaim(hash)).toMatchObject({ joinIp: null, joinPort: 30_001 });
    await show(await askCode(), ADDRESS, '25565');
    expect(room.servers.claims.findClaim(hash)).toMatchObject({ joinIp: null, joinPort: null });
    expect(await joinedOn()).toEqual(OWN_PLACE);
  });

  test.each(['', 'ABC', 'muster-00000000', 'ABCDEFGH23', 'x'.repeat(60_000), "' OR 1=1 --"])(
    'is refused when nobody was given it: %.20p',
    async (code) => {
      await askCode();
      const tried = room.probe.tried.length;
      expect(await refusalOf(show(code))).toStartWith('forbidden: This code is not good');
      expect(room.probe.tried).toHaveLength(tried);
      expect(await joinedOn()).toEqual(OWN_PLACE);
    },
  );

  test.each(['', '0', '65536', 'x', '1e3', '-1', '0x50', '25565 25566'])(
    'is kept when the port is no port: %p',
    async (port) => {
      const code = await askCode();
      expect(await refusalOf(show(code, TUNNEL, port))).toStartWith('invalid: The port has to be');
      await show(code);
      expect(await joinedOn()).toEqual(TUNNEL_PLACE);
    },
  );

  test('is kept when the port is closed, for another try', async () => {
    const code = await askCode();
    room.probe.verdict = false;
    expect(await refusalOf(show(code))).toBe(
      `invalid: Port ${PORT} on ${TUNNEL} is not open. Forward it (TCP) to your server first.`,
    );
    expect(await joinedOn()).toEqual(OWN_PLACE);
    room.probe.verdict = true;
    await show(code);
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
  });

  test.each(['2001:db8::7', '::1', 'nowhere'])('is refused over %s', async (from) => {
    expect(await refusalOf(show(await askCode(), from))).toStartWith('invalid: This came from');
  });

  const senders: [sender: string, from: string, isTaken: boolean][] = [
    ['8.8.4.4', '9.9.9.9', true],
    ...['10.1.2.3', '127.0.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.9', '224.0.0.1'].map(
      (from): [string, string, boolean] => ['8.8.4.4', from, false],
    ),
    ['192.168.1.20', '192.168.1.1', true],
    ['192.168.1.20', '9.9.9.9', true],
  ];
  test.each(senders)('of a server on %s may come from %s: %p', async (sender, from, isTaken) => {
    await claim(ALICE, {}, sender);
    const own = hashOf(await room.beat({}, sender));
    const tried = room.probe.tried.length;
    const shown = show(await askCode(ALICE, own), from);
    if (isTaken) {
      expect(await shown).toEqual({ ip: from, port: 30_001 });
    } else {
      expect(await refusalOf(shown)).toContain('private or reserved');
      expect(room.probe.tried).toHaveLength(tried);
    }
  });

  test('from a banned address is refused, and one that is banned later is used no more', async () => {
    const code = await askCode();
    const ban = (ip: string) =>
      moderation.addBan(MODERATOR, { kind: 'range', subject: `${ip}/32` }, { reason: 'Spam' });
    await ban(TUNNEL);
    expect(await refusalOf(show(code))).toBe(`forbidden: The address ${TUNNEL} is banned here.`);
    await show(code, STRANGER);
    expect(await joinedOn()).toEqual([`${STRANGER}:${PORT}`]);
    await ban(STRANGER);
    expect(await joinedOn()).toEqual(OWN_PLACE);
  });

  test('ten from one address, and then one every six seconds', async () => {
    const code = await askCode();
    for (let count = 0; count < 10; count += 1) await refusalOf(show('ABCDEFGH23'));
    expect(await refusalOf(show(code))).toStartWith('rate_limited: Too many codes');
    room.clock.advance(6 * SECOND_MS);
    await show(code);
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
  });

  test('has a port tried three times for its owner, and then every ten seconds', async () => {
    const code = await askCode();
    room.probe.verdict = false;
    for (const from of [TUNNEL, STRANGER, TUNNEL]) {
      expect(await refusalOf(show(code, from))).toStartWith('invalid');
    }
    const tried = room.probe.tried.length;
    expect(await refusalOf(show(code, '192.0.2.67'))).toStartWith('rate_limited');
    expect(room.probe.tried).toHaveLength(tried);
  });

  test('is refused while the server is away', async () => {
    const code = await askCode();
    room.clock.advance(10 * MINUTE_MS);
    expect(await refusalOf(show(code))).toStartWith('conflict: This server sends no heartbeats');
    expect(await refusalOf(room.servers.publicAddresses.requestCode(BOB, hash))).toStartWith(
      'forbidden',
    );
  });
});

describe('a code', () => {
  test('is for the account that claimed the server, and while it is live', async () => {
    const { publicAddresses } = room.servers;
    expect(await refusalOf(askCode(BOB))).toStartWith('forbidden');
    expect(await refusalOf(askCode(ALICE, 'f'.repeat(32)))).toStartWith('forbidden');
    expect(await refusalOf(askCode(ALICE, 'x'))).toStartWith('invalid');
    await askCode();
    expect(publicAddresses.findCode(BOB, hash)).toBeUndefined();
    room.clock.advance(70 * MINUTE_MS);
    expect(await refusalOf(askCode())).toStartWith('conflict');
  });

  test('is asked for ten times, and then every six minutes', async () => {
    for (let count = 1; count <= 10; count += 1) {
      await show(await askCode(), TUNNEL, `${count}`);
      room.clock.advance(10 * SECOND_MS);
    }
    hashOf(await room.beat());
    expect(await refusalOf(askCode())).toStartWith('rate_limited: You get another code in');
    room.clock.advance(6 * MINUTE_MS);
    hashOf(await room.beat());
    await askCode();
  });

  test('is stored as a digest alone, and works after a restart', async () => {
    const code = await askCode();
    await room.servers.flush();
    const after = await openServersModule({ store: room.store, clock: room.clock });
    expect(after.servers.publicAddresses.findCode(ALICE, hash)).toBeUndefined();
    await after.servers.publicAddresses.show({ code, port: PORT }, TUNNEL);
    expect(after.servers.findServer(hash)?.listing).toMatchObject({
      ...{ joinIp: TUNNEL, joinPort: 30_001, ip: ADDRESS, port: 25_565 },
    });
  });

  test('of an earlier owner is worth nothing', async () => {
    const code = await askCode();
    await claim(BOB);
    expect(room.servers.publicAddresses.findCode(ALICE, hash)).toBeUndefined();
    expect(await refusalOf(show(code))).toStartWith('forbidden');
  });
});

describe('a place', () => {
  test('that another server beats from, or is joined on, is refused', async () => {
    hashOf(await room.beat({ name: 'Other', port: PORT }, TUNNEL));
    const code = await askCode();
    expect(await refusalOf(show(code))).toBe(
      `conflict: Port ${PORT} on ${TUNNEL} is that of another server.`,
    );
    await show(code, TUNNEL, '30002');
    await claim(BOB, { port: '2' });
    const bobs = hashOf(await room.beat({ port: '2' }));
    expect(await refusalOf(show(await askCode(BOB, bobs), TUNNEL, '30002'))).toStartWith(
      'conflict',
    );
  });

  test('on which another server came up while it was tried is refused', async () => {
    const code = await askCode();
    room.probe.verdict = undefined;
    const shown = refusalOf(show(code));
    await room.settled();
    hashOf(await room.beat({ name: 'Other', port: PORT, public: 'false' }, TUNNEL));
    room.probe.answer(true);
    expect(await shown).toStartWith('conflict');
    expect(await joinedOn()).toEqual(OWN_PLACE);
  });

  test('is given back when heartbeats begin to come from there', async () => {
    await move();
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
    hashOf(await room.beat({ name: 'Its own', port: PORT, users: '0' }, TUNNEL));
    expect(await joinedOn()).toEqual([...OWN_PLACE, ...TUNNEL_PLACE]);
    expect(room.servers.findServer(hash)?.listing.joinIp).toBe(ADDRESS);
  });

  test('leaves the port of the heartbeats to its own server', async () => {
    await move();
    await claim(BOB, { port: '2' });
    const bobs = hashOf(await room.beat({ port: '2' }));
    expect(await refusalOf(room.servers.claims.changeJoinPort(BOB, bobs, '25565'))).toStartWith(
      'conflict',
    );
  });

  test('that two servers were given goes to one of them', async () => {
    await move();
    await room.servers.flush();
    const other = hashOf(await room.beat({ port: '2' }));
    await claim(BOB, { port: '2' });
    await room.store.claims.updateClaim(other, BOB, { joinIp: TUNNEL, joinPort: 30_001 });
    await room.servers.reloadModeration();
    expect((await joinedOn()).toSorted()).toEqual([...TUNNEL_PLACE, `${ADDRESS}:2`].toSorted());
  });
});

describe('what goes where players join', () => {
  test('is the port check, before a beat is answered and later', async () => {
    await move();
    room.probe.verdict = false;
    expect(complaintsOf(await room.beat())).toEqual([
      `Port ${PORT} on ${TUNNEL} is not open. Forward it (TCP) on your router, or set public=false.`,
    ]);
    room.probe.verdict = true;
    hashOf(await room.beat());
    const before = room.probe.tried.length;
    for (let minute = 0; minute < 6; minute += 1) {
      room.clock.advance(MINUTE_MS);
      hashOf(await room.beat());
    }
    room.servers.checkDuePorts();
    await room.settled();
    expect(room.probe.tried.slice(before)).toEqual(TUNNEL_PLACE);
  });

  test('is the relay, and it goes to the address of the heartbeats no more', async () => {
    hashOf(await room.beat({ web: 'true' }));
    await move();
    const { findRelayTarget } = room.servers;
    expect(findRelayTarget(TUNNEL, 30_001)).toEqual({ ip: TUNNEL, port: 30_001 });
    for (const [ip, port] of [
      [ADDRESS, 25_565],
      [ADDRESS, 30_001],
      [TUNNEL, 25_565],
    ] as const) {
      expect(findRelayTarget(ip, port)).toBeUndefined();
    }
    await room.servers.claims.changeJoinPort(ALICE, hash, '');
    expect(findRelayTarget(TUNNEL, 30_001)).toBeUndefined();
    expect(findRelayTarget(ADDRESS, 25_565)).toEqual({ ip: ADDRESS, port: 25_565 });
  });

  test('is what the operator is told about, and may have checked again', async () => {
    await move();
    const { operatorReports } = room.servers;
    const checked = () => operatorReports.reportOn(ADDRESS).ports;
    expect(checked()).toMatchObject([{ port: 25_565, check: { isOpen: true } }]);
    room.probe.verdict = false;
    expect(await operatorReports.checkAgain(ADDRESS, '25565')).toBe('closed');
    expect(room.probe.tried.at(-1)).toBe(`${TUNNEL}:${PORT}`);
    expect(checked()).toMatchObject([{ port: 25_565, check: { isOpen: false } }]);
    expect(operatorReports.reportOn(TUNNEL)).toMatchObject({ beats: [], ports: [] });
  });

  test('is nothing that a check under way of the place before it says', async () => {
    await move();
    room.probe.verdict = undefined;
    const beat = room.beat();
    await room.settled();
    expect(room.probe.held).toEqual(TUNNEL_PLACE);
    await room.servers.claims.changeJoinPort(ALICE, hash, '');
    room.probe.answer(true);
    hashOf(await beat);
    room.probe.verdict = false;
    expect(complaintsOf(await room.beat())[0]).toStartWith(`Port 25565 on ${ADDRESS} is not open.`);
  });

  test('is exempt from the check by its own address', async () => {
    const exempt = await openServersModule({
      ...{ store: room.store, clock: room.clock, portCheckExempt: [`${TUNNEL}/32`] },
    });
    await exempt.beat();
    const { code } = await exempt.servers.publicAddresses.requestCode(ALICE, hash);
    await exempt.servers.publicAddresses.show({ code, port: PORT }, TUNNEL);
    exempt.probe.verdict = false;
    exempt.clock.advance(11 * MINUTE_MS);
    hashOf(await exempt.beat());
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['released', () => room.servers.claims.releaseClaim(ALICE, hash)],
  ['taken away', () => moderation.removeClaim(MODERATOR, hash, 'Not theirs')],
  ['lost to another account', () => claim(BOB)],
])(
  'a code is forgotten with its claim that was %s, also once it is claimed again',
  async (_what, end) => {
    const { publicAddresses } = room.servers;
    const code = await askCode();
    await end();
    expect(publicAddresses.findCode(ALICE, hash)).toBeUndefined();
    room.clock.advance(SECOND_MS);
    await claim();
    expect(room.servers.claims.findClaim(hash)?.accountId).toBe(ALICE);
    expect(publicAddresses.findCode(ALICE, hash)).toBeUndefined();
    expect(await refusalOf(show(code))).toStartWith('forbidden: This code is not good');
    const next = await askCode();
    expect(next).not.toBe(code);
    expect(publicAddresses.findCode(ALICE, hash)?.code).toBe(next);
    expect(await show(next)).toEqual({ ip: TUNNEL, port: 30_001 });
  },
);

describe('back to the address of the heartbeats', () => {
  const ends: [what: string, end: () => Promise<unknown>][] = [
    ['its operator goes', () => room.servers.claims.changeJoinPort(ALICE, hash, '')],
    ['a release', () => room.servers.claims.releaseClaim(ALICE, hash)],
    ['moderators who empty the texts', () => moderation.clearClaimTexts(MODERATOR, hash, 'Rude')],
    ['moderators who take the claim', () => moderation.removeClaim(MODERATOR, hash, 'Not theirs')],
    ['another account that claims it', () => claim(BOB)],
    [
      'the end of the account',
      async () => {
        await room.store.accounts.deleteAccount(ALICE);
        await room.servers.reloadClaims();
      },
    ],
  ];
  test.each(ends)('within a second: %s', async (_what, end) => {
    await move();
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
    await end();
    expect(await joinedOn()).toEqual(OWN_PLACE);
  });

  test('by another port of that address', async () => {
    await move();
    await room.servers.claims.changeJoinPort(ALICE, hash, '30002');
    expect(room.probe.tried.at(-1)).toBe(`${ADDRESS}:30002`);
    expect(await joinedOn()).toEqual([`${ADDRESS}:30002`]);
    expect(room.servers.claims.findClaim(hash)?.joinIp).toBeNull();
  });

  test('not by a heartbeat, nor by being away for a while, nor by a restart', async () => {
    await move();
    room.clock.advance(30 * MINUTE_MS);
    room.servers.sweep();
    hashOf(await room.beat({ users: '7' }));
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
    await room.servers.flush();
    const after = await openServersModule({ store: room.store, clock: room.clock });
    expect(after.servers.findServer(hash)?.listing).toMatchObject({ joinIp: TUNNEL });
    expect(after.servers.findRelayTarget(ADDRESS, 25_565)).toBeUndefined();
  });

  test('and another address of the heartbeats is another server, without a claim', async () => {
    await move();
    const moved = hashOf(await room.beat({}, '203.0.113.8'));
    expect(moved).not.toBe(hash);
    expect(room.servers.findServer(moved)).toMatchObject({
      ...{ claim: undefined, listing: { joinIp: '203.0.113.8', joinPort: 25_565 } },
    });
  });
});
