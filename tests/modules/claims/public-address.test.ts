// Another address for players: how it is proved, what it changes, and what ends it.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { claimFailures } from '../../../src/modules/claims/messages.ts';
import type { RawHeartbeat } from '../../../src/modules/heartbeat/heartbeat-fields.ts';
import { refusals } from '../../../src/modules/heartbeat/refusals.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { MODERATOR } from '../../support/moderation-samples.ts';
import {
  ADDRESS,
  complaintsOf,
  failureOf,
  hashOf,
  MINUTE_MS,
  openTestServers,
  recordsOf,
  SECOND_MS,
  type TestServers,
} from '../../support/test-servers.ts';

const ALICE = 1;
const BOB = 2;
const TUNNEL = '198.51.100.9';
const STRANGER = '192.0.2.66';
const PORT = '30001';
const OWN_PLACE = [`${ADDRESS}:25565`];
const TUNNEL_PLACE = [`${TUNNEL}:${PORT}`];
const PLAYER = { id: ALICE, name: 'Alice', isVerified: true };

let service: TestServers;
let hash: string;

beforeEach(async () => {
  service = await openTestServers();
  for (const name of ['Alice', 'Bob'])
    await service.store.accounts.insertAccount(accountNamed(name));
  hash = hashOf(await service.beat());
  await claim();
});
afterEach(() => service[Symbol.dispose]());

const claim = (accountId = ALICE, changes: RawHeartbeat = {}, ip = ADDRESS) =>
  service.claim(accountId, changes, ip);

const requestCode = async (accountId = ALICE, of = hash) =>
  (await service.servers.publicAddresses.requestCode(accountId, of)).code;

const show = (code: string, from = TUNNEL, port = PORT) =>
  service.servers.publicAddresses.show({ code, port }, from);

/** Has players join Alice's server through the tunnel. */
async function move(): Promise<void> {
  await show(await requestCode());
}

/** What it was refused with: its kind, and the sentence. */
async function refusalOf(action: Promise<unknown>): Promise<string> {
  const { kind, message } = await failureOf(action);
  return `${kind}: ${message}`;
}

/** Where the list sends a logged-in player within a second. */
async function joinedOn(): Promise<string[]> {
  await service.timers.turn(SECOND_MS);
  return recordsOf(service.servers.playerLists.listFor(PLAYER)).map(
    ({ ip, port }) => `${ip}:${port}`,
  );
}

describe('a code that arrives from another address', () => {
  test('may be typed in small letters, with space around it', async () => {
    const code = await requestCode();
    await show(` ${code.toLowerCase()} `, TUNNEL, ` ${PORT} `);
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
  });

  test('is not valid after an hour, and stays the same until then', async () => {
    const code = await requestCode();
    const { publicAddresses } = service.servers;
    service.clock.advance(60 * MINUTE_MS - 1);
    hashOf(await service.beat());
    expect(await requestCode()).toBe(code);
    service.clock.advance(1);
    expect(publicAddresses.findCode(ALICE, hash)).toBeUndefined();
    expect(await refusalOf(show(code))).toStartWith('forbidden');
    expect(await requestCode()).not.toBe(code);
  });

  test('from the address of the heartbeats names a port alone', async () => {
    await show(await requestCode(), ADDRESS);
    expect(service.servers.claims.findClaim(hash)).toMatchObject({
      joinIp: null,
      joinPort: 30_001,
    });
    await show(await requestCode(), ADDRESS, '25565');
    expect(service.servers.claims.findClaim(hash)).toMatchObject({ joinIp: null, joinPort: null });
    expect(await joinedOn()).toEqual(OWN_PLACE);
  });

  test.each(['', 'ABC', 'muster-00000000', 'ABCDEFGH23', 'x'.repeat(60_000), "' OR 1=1 --"])(
    'is refused when nobody was given it: %.20p',
    async (code) => {
      await requestCode();
      const tried = service.probe.tried.length;
      expect(await refusalOf(show(code))).toBe(`forbidden: ${claimFailures.join.code}`);
      expect(service.probe.tried).toHaveLength(tried);
      expect(await joinedOn()).toEqual(OWN_PLACE);
    },
  );

  test.each(['2001:db8::7', '::1', 'nowhere'])('is refused over %s', async (from) => {
    expect(await refusalOf(show(await requestCode(), from))).toStartWith(
      'invalid: This request came from',
    );
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
    const own = hashOf(await service.beat({}, sender));
    const tried = service.probe.tried.length;
    const shown = show(await requestCode(ALICE, own), from);
    if (isTaken) {
      expect(await shown).toEqual({ ip: from, port: 30_001 });
    } else {
      expect(await refusalOf(shown)).toContain('private or reserved');
      expect(service.probe.tried).toHaveLength(tried);
    }
  });

  test('from a banned address is refused, and one that is banned later is no longer used', async () => {
    const code = await requestCode();
    const ban = (ip: string) =>
      service.moderation.addBan(
        MODERATOR,
        { kind: 'range', subject: `${ip}/32` },
        { reason: 'Spam' },
      );
    await ban(TUNNEL);
    expect(await refusalOf(show(code))).toBe(
      `forbidden: The address ${TUNNEL} is banned on this site.`,
    );
    await show(code, STRANGER);
    expect(await joinedOn()).toEqual([`${STRANGER}:${PORT}`]);
    await ban(STRANGER);
    expect(await joinedOn()).toEqual(OWN_PLACE);
  });

  test('is refused while the server is away', async () => {
    const code = await requestCode();
    service.clock.advance(10 * MINUTE_MS);
    expect(await refusalOf(show(code))).toStartWith('conflict: This server is offline');
    expect(await refusalOf(service.servers.publicAddresses.requestCode(BOB, hash))).toStartWith(
      'forbidden',
    );
  });
});

describe('a code', () => {
  test('is for the account that claimed the server, and while it is live', async () => {
    const { publicAddresses } = service.servers;
    expect(await refusalOf(requestCode(BOB))).toStartWith('forbidden');
    expect(await refusalOf(requestCode(ALICE, 'f'.repeat(32)))).toStartWith('forbidden');
    expect(await refusalOf(requestCode(ALICE, 'x'))).toStartWith('invalid');
    await requestCode();
    expect(publicAddresses.findCode(BOB, hash)).toBeUndefined();
    service.clock.advance(70 * MINUTE_MS);
    expect(await refusalOf(requestCode())).toStartWith('conflict');
  });

  test('is stored as a digest alone, and works after a restart', async () => {
    const code = await requestCode();
    await service.servers.flush();
    const after = await openTestServers({ store: service.store, clock: service.clock });
    expect(after.servers.publicAddresses.findCode(ALICE, hash)).toBeUndefined();
    await after.servers.publicAddresses.show({ code, port: PORT }, TUNNEL);
    expect(after.servers.findServer(hash)?.listing).toMatchObject({
      ...{ joinIp: TUNNEL, joinPort: 30_001, ip: ADDRESS, port: 25_565 },
    });
  });
});

describe('a place', () => {
  test('that another server sends from, or is joined at, is refused', async () => {
    hashOf(await service.beat({ name: 'Other', port: PORT }, TUNNEL));
    const code = await requestCode();
    expect(await refusalOf(show(code))).toBe(
      `conflict: Port ${PORT} on ${TUNNEL} belongs to another server.`,
    );
    await show(code, TUNNEL, '30002');
    await claim(BOB, { port: '2' });
    const bobs = hashOf(await service.beat({ port: '2' }));
    expect(await refusalOf(show(await requestCode(BOB, bobs), TUNNEL, '30002'))).toStartWith(
      'conflict',
    );
  });

  test('that another server took during the probe is refused', async () => {
    const code = await requestCode();
    service.probe.verdict = undefined;
    const shown = refusalOf(show(code));
    await service.settled();
    hashOf(await service.beat({ name: 'Other', port: PORT, public: 'false' }, TUNNEL));
    service.probe.answer(true);
    expect(await shown).toStartWith('conflict');
    expect(await joinedOn()).toEqual(OWN_PLACE);
  });

  test('leaves the port of the heartbeats to its own server', async () => {
    await move();
    await claim(BOB, { port: '2' });
    const bobs = hashOf(await service.beat({ port: '2' }));
    expect(await refusalOf(service.servers.claims.changeJoinPort(BOB, bobs, '25565'))).toStartWith(
      'conflict',
    );
  });

  test('that two servers were given goes to one of them', async () => {
    await move();
    await service.servers.flush();
    const other = hashOf(await service.beat({ port: '2' }));
    await claim(BOB, { port: '2' });
    await service.store.claims.updateClaim(other, BOB, { joinIp: TUNNEL, joinPort: 30_001 });
    await service.servers.reloadModeration();
    expect((await joinedOn()).toSorted()).toEqual([...TUNNEL_PLACE, `${ADDRESS}:2`].toSorted());
  });
});

describe('what depends on where players join', () => {
  test('is the port check, before a heartbeat is answered and later', async () => {
    await move();
    service.probe.verdict = false;
    expect(complaintsOf(await service.beat())).toEqual([
      refusals.closedPort({ ip: TUNNEL, port: Number(PORT) }),
    ]);
    service.probe.verdict = true;
    hashOf(await service.beat());
    const before = service.probe.tried.length;
    for (let minute = 0; minute < 6; minute += 1) {
      service.clock.advance(MINUTE_MS);
      hashOf(await service.beat());
    }
    service.servers.checkDuePorts();
    await service.settled();
    expect(service.probe.tried.slice(before)).toEqual(TUNNEL_PLACE);
  });

  test('is the relay, and it goes to the address of the heartbeats no more', async () => {
    hashOf(await service.beat({ web: 'true' }));
    await move();
    const { findRelayTarget } = service.servers;
    expect(findRelayTarget(TUNNEL, 30_001)).toEqual({
      ip: TUNNEL,
      port: 30_001,
      isBanned: expect.any(Function),
    });
    for (const [ip, port] of [
      [ADDRESS, 25_565],
      [ADDRESS, 30_001],
      [TUNNEL, 25_565],
    ] as const) {
      expect(findRelayTarget(ip, port)).toBeUndefined();
    }
    await service.servers.claims.changeJoinPort(ALICE, hash, '');
    expect(findRelayTarget(TUNNEL, 30_001)).toBeUndefined();
    expect(findRelayTarget(ADDRESS, 25_565)).toEqual({
      ip: ADDRESS,
      port: 25_565,
      isBanned: expect.any(Function),
    });
  });

  test('is in the report of the operator, who may request another check', async () => {
    await move();
    const { operatorReports } = service.servers;
    const checked = () => operatorReports.reportOn(ADDRESS).ports;
    expect(checked()).toMatchObject([{ port: 25_565, check: { isOpen: true } }]);
    service.probe.verdict = false;
    expect(await operatorReports.checkAgain(ADDRESS, '25565')).toBe('closed');
    expect(service.probe.tried.at(-1)).toBe(`${TUNNEL}:${PORT}`);
    expect(checked()).toMatchObject([{ port: 25_565, check: { isOpen: false } }]);
    expect(operatorReports.reportOn(TUNNEL)).toMatchObject({ beats: [], ports: [] });
  });

  test('is nothing that a check under way of the place before it says', async () => {
    await move();
    service.probe.verdict = undefined;
    const beat = service.beat();
    await service.settled();
    expect(service.probe.held).toEqual(TUNNEL_PLACE);
    await service.servers.claims.changeJoinPort(ALICE, hash, '');
    service.probe.answer(true);
    hashOf(await beat);
    service.probe.verdict = false;
    expect(complaintsOf(await service.beat())[0]).toStartWith(
      `Port 25565 on ${ADDRESS} is not open.`,
    );
  });

  test('is exempt from the check by its own address', async () => {
    const exempt = await openTestServers({
      ...{ store: service.store, clock: service.clock, portCheckExempt: [`${TUNNEL}/32`] },
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
  ['released', () => service.servers.claims.releaseClaim(ALICE, hash)],
  [
    'taken away',
    () => service.moderation.actOnServer('claim-remove', MODERATOR, hash, 'Not theirs'),
  ],
  ['lost to another account', () => claim(BOB)],
])(
  'a code is forgotten with its claim that was %s, also once it is claimed again',
  async (_what, end) => {
    const { publicAddresses } = service.servers;
    const code = await requestCode();
    await end();
    expect(publicAddresses.findCode(ALICE, hash)).toBeUndefined();
    service.clock.advance(SECOND_MS);
    await claim();
    expect(service.servers.claims.findClaim(hash)?.accountId).toBe(ALICE);
    expect(publicAddresses.findCode(ALICE, hash)).toBeUndefined();
    expect(await refusalOf(show(code))).toBe(`forbidden: ${claimFailures.join.code}`);
    const next = await requestCode();
    expect(next).not.toBe(code);
    expect(publicAddresses.findCode(ALICE, hash)?.code).toBe(next);
    expect(await show(next)).toEqual({ ip: TUNNEL, port: 30_001 });
  },
);

describe('back to the address of the heartbeats', () => {
  const ends: [what: string, end: () => Promise<unknown>][] = [
    ['its operator goes', () => service.servers.claims.changeJoinPort(ALICE, hash, '')],
    ['a release', () => service.servers.claims.releaseClaim(ALICE, hash)],
    [
      'moderators who empty the texts',
      () => service.moderation.actOnServer('claim-clear', MODERATOR, hash, 'Rude'),
    ],
    [
      'moderators who take the claim',
      () => service.moderation.actOnServer('claim-remove', MODERATOR, hash, 'Not theirs'),
    ],
    ['another account that claims it', () => claim(BOB)],
    [
      'the end of the account',
      async () => {
        await service.store.accounts.deleteAccount(ALICE);
        await service.servers.claims.reload();
      },
    ],
  ];
  test.each(ends)('within a second: %s', async (_what, end) => {
    await move();
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
    await end();
    expect(await joinedOn()).toEqual(OWN_PLACE);
  });

  test('not by a heartbeat, nor by being away for a while, nor by a restart', async () => {
    await move();
    service.clock.advance(30 * MINUTE_MS);
    service.servers.sweep();
    hashOf(await service.beat({ users: '7' }));
    expect(await joinedOn()).toEqual(TUNNEL_PLACE);
    await service.servers.flush();
    const after = await openTestServers({ store: service.store, clock: service.clock });
    expect(after.servers.findServer(hash)?.listing).toMatchObject({ joinIp: TUNNEL });
    expect(after.servers.findRelayTarget(ADDRESS, 25_565)).toBeUndefined();
  });
});
