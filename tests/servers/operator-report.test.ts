// What an address is told of its own heartbeats, and the port checks that it asks for.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { ReportedHeartbeat } from '../../src/servers/operator-report.ts';
import { createFakeProbe } from '../support/fake-probe.ts';
import { banOf, entryOf } from '../support/moderation-samples.ts';
import {
  ADDRESS,
  MINUTE_MS,
  openServersModule,
  type ServersTestModule,
  STALE_AFTER_MS,
  START,
} from './test-module.ts';

const OTHER = '198.51.100.2';

let room: ServersTestModule;
beforeEach(async () => {
  room = await openServersModule();
});
afterEach(() => room[Symbol.dispose]());

async function reopen(options: Parameters<typeof openServersModule>[0]): Promise<void> {
  room[Symbol.dispose]();
  room = await openServersModule(options);
}

const report = (ip = ADDRESS) => room.servers.operatorReports.reportOn(ip);
const first = (ip = ADDRESS): ReportedHeartbeat | undefined => report(ip).beats[0];
const ask = (port: string, ip = ADDRESS) => room.servers.operatorReports.checkAgain(ip, port);

describe('the report', () => {
  test('of an address that sent nothing is empty, and says since when', () => {
    room.clock.advance(MINUTE_MS);
    expect(report()).toEqual({
      ...{ beats: [], ports: [], isIpv4: true, isPortChecked: true },
      ...{ since: START, staleAfterMs: STALE_AFTER_MS },
    });
  });

  test('reaches back an hour at most', () => {
    room.clock.advance(90 * MINUTE_MS);
    expect(report().since).toBe(START + 30 * MINUTE_MS);
  });

  test('of a listed server says so, with the check of its port', async () => {
    await room.beat();
    expect(first()).toMatchObject({ name: 'A server', port: '25565', outcome: 'listed' });
    expect(report().ports).toEqual([{ port: 25_565, check: { isOpen: true, at: START } }]);
  });

  test('knows after a restart that the port of a listed server was found open', async () => {
    await room.beat();
    room.clock.advance(MINUTE_MS);
    await room.servers.stop();
    room = await openServersModule({ store: room.store, clock: room.clock });
    expect(report().ports).toEqual([]);
    await room.beat();
    expect(room.probe.tried).toEqual([]);
    expect(report().ports).toEqual([{ port: 25_565, check: { isOpen: true, at: START } }]);
    room.clock.advance(60 * MINUTE_MS);
    await room.beat({ public: 'false' });
    expect(report().ports).toEqual([{ port: 25_565, check: undefined }]);
  });

  test('of a private one says so, and that its port was not tried', async () => {
    await room.beat({ public: 'false' });
    expect(first()?.outcome).toBe('private');
    expect(report().ports).toEqual([{ port: 25_565, check: undefined }]);
  });

  test('says when a server has been silent for too long', async () => {
    await room.beat();
    room.clock.advance(STALE_AFTER_MS);
    expect(first()?.outcome).toBe('listed');
    room.clock.advance(1);
    expect(first()?.outcome).toBe('left');
    await room.beat();
    expect(first()).toMatchObject({ outcome: 'listed', count: 2 });
  });

  test('has no salt in it, accepted or refused', async () => {
    await room.beat({ salt: 'a-very-secret-salt' });
    await room.beat({ salt: 'another-secret-salt', port: '0' });
    await room.beat({ salt: 'x'.repeat(300) });
    expect(JSON.stringify(report())).not.toMatch(/secret-salt|xxx/);
  });

  test('is of one address alone', async () => {
    await room.beat({ name: 'Theirs' }, OTHER);
    expect(report().beats).toEqual([]);
    expect(report(OTHER).beats).toHaveLength(1);
  });

  test('is that of a whole /64 over IPv6, where every heartbeat is refused', async () => {
    await room.beat({ name: 'Six', users: 'x' }, '2001:db8::1');
    const own = report('2001:db8::2');
    expect(own).toMatchObject({ isIpv4: false, ports: [] });
    expect(own.beats).toMatchObject([
      { name: 'Six', port: '25565', outcome: 'refused', reasons: ['fields', 'family'] },
    ]);
    expect(own.beats[0]?.sentences[1]).toContain('IPv6 address 2001:db8::1');
    for (const other of ['2001:db8:0:1::1', ADDRESS]) expect(report(other).beats).toEqual([]);
    expect(await room.servers.operatorReports.checkAgain('2001:db8::1', '25565')).toBe('unknown');
    expect(room.probe.tried).toEqual([]);
  });

  test('over IPv6 takes nothing from the others, however many there are', async () => {
    await room.beat({ name: 'Mine' });
    for (let network = 0; network < 600; network += 1) {
      await room.beat({}, `2001:db8:${network.toString(16)}::1`);
    }
    expect(report().beats).toMatchObject([{ name: 'Mine', outcome: 'listed' }]);
    expect(report('2001:db8:0::1').beats).toEqual([]);
    expect(report('2001:db8:257::1').beats).toHaveLength(1);
  });

  test('is forgotten after an hour by the sweep', async () => {
    await room.beat();
    room.clock.advance(61 * MINUTE_MS);
    room.servers.sweep();
    expect(report()).toMatchObject({ beats: [], ports: [] });
  });
});

describe('the reason of a refusal', () => {
  test('for its fields', async () => {
    await room.beat({ port: '0', users: 'x' });
    expect(first()).toMatchObject({ outcome: 'refused', reasons: ['fields'], port: '0' });
    expect(first()?.sentences).toHaveLength(2);
    expect(report().ports).toEqual([]);
  });

  test('for a ban, beside its fields', async () => {
    await room.store.moderation.addBan(banOf(`${ADDRESS}/32`, 'Griefing'), entryOf());
    await room.servers.reloadModeration();
    await room.beat({ users: 'x' });
    expect(first()?.reasons).toEqual(['fields', 'banned']);
    await room.beat();
    expect(first()?.reasons).toEqual(['banned']);
    expect(await ask('25565')).toBe('banned');
    expect(room.probe.tried).toEqual([]);
  });

  test('for too many servers', async () => {
    await reopen({ serversPerAddress: 1 });
    await room.beat();
    await room.beat({ port: '25566' });
    expect(report().beats.map(({ reasons }) => reasons)).toContainEqual(['crowded']);
  });

  test('for a port that is not open', async () => {
    room.probe.verdict = false;
    await room.beat();
    expect(first()?.reasons).toEqual(['port_closed']);
    expect(report().ports).toEqual([{ port: 25_565, check: { isOpen: false, at: START } }]);
  });

  test('for too many heartbeats, as one line', async () => {
    for (let count = 0; count < 70; count += 1) await room.beat();
    const { beats } = report();
    expect(beats).toHaveLength(2);
    expect(beats.find(({ outcome }) => outcome === 'refused')).toMatchObject({
      reasons: ['too_many'],
      count: 10,
    });
  });
});

describe('a check that an address asks for', () => {
  test('tries the port that it beat for, refused or not, and tells', async () => {
    room.probe.verdict = false;
    await room.beat();
    room.probe.verdict = true;
    room.clock.advance(MINUTE_MS);
    expect(await ask('25565')).toBe('open');
    expect(room.probe.tried).toEqual([`${ADDRESS}:25565`, `${ADDRESS}:25565`]);
    expect(report().ports[0]?.check).toEqual({ isOpen: true, at: START + MINUTE_MS });
  });

  test.each([
    ['of a port that it never named', '25566'],
    ['of a port that another address named', '25570'],
    ['of what is no port', '0'],
    ['of another address', '198.51.100.2:25570'],
    ['of nothing', ''],
    ['of a number past the last port', '91101'],
  ])('is not made %s', async (_what, port) => {
    await room.beat();
    await room.beat({ port: '25570' }, OTHER);
    const tried = room.probe.tried.length;
    expect(await ask(port)).toBe('unknown');
    expect(room.probe.tried).toHaveLength(tried);
  });

  test('is not made of a port that was named over an hour ago', async () => {
    await room.beat();
    room.clock.advance(61 * MINUTE_MS);
    expect(await ask('25565')).toBe('unknown');
  });

  test.each([
    ['checks are off', { isPortCheckOn: false }],
    ['the address is exempt', { portCheckExempt: [ADDRESS] }],
  ])('is not made where %s', async (_what, options) => {
    await reopen(options);
    await room.beat();
    expect(report().isPortChecked).toBe(false);
    expect(await ask('25565')).toBe('unneeded');
    expect(room.probe.tried).toEqual([]);
  });

  test('counts for a listed server as any other check does', async () => {
    await room.beat();
    room.probe.verdict = false;
    expect(await ask('25565')).toBe('closed');
    expect(room.events).toContain('unreachable 25565');
    // The good verdict is gone: the next beat has its port tried, and is refused.
    expect((await room.beat()).isAccepted).toBe(false);
    expect(first()?.reasons).toEqual(['port_closed']);
  });

  test('of a private server changes nothing about it', async () => {
    await room.beat({ public: 'false' });
    room.probe.verdict = false;
    expect(await ask('25565')).toBe('closed');
    expect(room.events).not.toContain('unreachable 25565');
    expect((await room.beat({ public: 'false' })).isAccepted).toBe(true);
  });

  test('shares the connection of one that is under way', async () => {
    await reopen({ probe: createFakeProbe() });
    const beat = room.beat();
    await room.beat({ public: 'false', port: '25565' });
    const asked = ask('25565');
    await Promise.resolve();
    expect(room.probe.held).toEqual([`${ADDRESS}:25565`]);
    room.probe.answer(true);
    expect(await asked).toBe('open');
    expect((await beat).isAccepted).toBe(true);
  });
});
