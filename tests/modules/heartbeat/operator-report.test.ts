// The report on the heartbeats of an address, and the port checks that it requests.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { ReportedHeartbeat } from '../../../src/modules/heartbeat/operator-report.ts';
import { createFakeProbe } from '../../support/fake-probe.ts';
import { banOf, entryOf } from '../../support/moderation-samples.ts';
import {
  ADDRESS,
  MINUTE_MS,
  openTestServers,
  STALE_AFTER_MS,
  START,
  type TestServers,
} from '../../support/test-servers.ts';

const OTHER = '198.51.100.2';

let service: TestServers;
beforeEach(async () => {
  service = await openTestServers();
});
afterEach(() => service[Symbol.dispose]());

async function reopen(options: Parameters<typeof openTestServers>[0]): Promise<void> {
  service[Symbol.dispose]();
  service = await openTestServers(options);
}

const report = (ip = ADDRESS) => service.servers.operatorReports.reportOn(ip);
const first = (ip = ADDRESS): ReportedHeartbeat | undefined => report(ip).beats[0];
const request = (port: string, ip = ADDRESS) =>
  service.servers.operatorReports.checkAgain(ip, port);

describe('the report', () => {
  test('of an address that sent nothing is empty, and says since when', () => {
    service.clock.advance(MINUTE_MS);
    expect(report()).toEqual({
      ...{ beats: [], ports: [], isIpv4: true, isPortChecked: true },
      ...{ since: START, staleAfterMs: STALE_AFTER_MS },
    });
  });

  test('reaches back an hour at most', () => {
    service.clock.advance(90 * MINUTE_MS);
    expect(report().since).toBe(START + 30 * MINUTE_MS);
  });

  test('of a listed server says so, with the check of its port', async () => {
    await service.beat();
    expect(first()).toMatchObject({ name: 'A server', port: '25565', outcome: 'listed' });
    expect(report().ports).toEqual([{ port: 25_565, check: { isOpen: true, at: START } }]);
  });

  test('knows after a restart that the port of a listed server was found open', async () => {
    await service.beat();
    service.clock.advance(MINUTE_MS);
    await service.stop();
    service = await openTestServers({ store: service.store, clock: service.clock });
    expect(report().ports).toEqual([]);
    await service.beat();
    expect(service.probe.tried).toEqual([]);
    expect(report().ports).toEqual([{ port: 25_565, check: { isOpen: true, at: START } }]);
    service.clock.advance(60 * MINUTE_MS);
    await service.beat({ public: 'false' });
    expect(report().ports).toEqual([{ port: 25_565, check: undefined }]);
  });

  test('of a private one says so, and that its port was not tried', async () => {
    await service.beat({ public: 'false' });
    expect(first()?.outcome).toBe('private');
    expect(report().ports).toEqual([{ port: 25_565, check: undefined }]);
  });

  test('says when a server has been silent for too long', async () => {
    await service.beat();
    service.clock.advance(STALE_AFTER_MS);
    expect(first()?.outcome).toBe('listed');
    service.clock.advance(1);
    expect(first()?.outcome).toBe('left');
    await service.beat();
    expect(first()).toMatchObject({ outcome: 'listed', count: 2 });
  });

  test('has no salt in it, accepted or refused', async () => {
    await service.beat({ salt: 'a-very-secret-salt' });
    await service.beat({ salt: 'another-secret-salt', port: '0' });
    await service.beat({ salt: 'x'.repeat(300) });
    expect(JSON.stringify(report())).not.toMatch(/secret-salt|xxx/);
  });

  test('is that of a whole /64 over IPv6, where every heartbeat is refused', async () => {
    await service.beat({ name: 'Six', users: 'x' }, '2001:db8::1');
    const own = report('2001:db8::2');
    expect(own).toMatchObject({ isIpv4: false, ports: [] });
    expect(own.beats).toMatchObject([
      { name: 'Six', port: '25565', outcome: 'refused', reasons: ['fields', 'family'] },
    ]);
    expect(own.beats[0]?.sentences[1]).toContain('IPv6 address 2001:db8::1');
    for (const other of ['2001:db8:0:1::1', ADDRESS]) expect(report(other).beats).toEqual([]);
    expect(await service.servers.operatorReports.checkAgain('2001:db8::1', '25565')).toBe(
      'unknown',
    );
    expect(service.probe.tried).toEqual([]);
  });

  test('over IPv6 never pushes out the others, however many there are', async () => {
    await service.beat({ name: 'Mine' });
    for (let network = 0; network < 600; network += 1) {
      await service.beat({}, `2001:db8:${network.toString(16)}::1`);
    }
    expect(report().beats).toMatchObject([{ name: 'Mine', outcome: 'listed' }]);
    expect(report('2001:db8:0::1').beats).toEqual([]);
    expect(report('2001:db8:257::1').beats).toHaveLength(1);
  });

  test('is forgotten after an hour by the sweep', async () => {
    await service.beat();
    service.clock.advance(61 * MINUTE_MS);
    service.servers.sweep();
    expect(report()).toMatchObject({ beats: [], ports: [] });
  });
});

describe('the reason of a refusal', () => {
  test('for a ban, beside its fields', async () => {
    await service.store.moderation.addBan(banOf(`${ADDRESS}/32`, 'Griefing'), entryOf());
    await service.servers.reloadModeration();
    await service.beat({ users: 'x' });
    expect(first()?.reasons).toEqual(['fields', 'banned']);
    await service.beat();
    expect(first()?.reasons).toEqual(['banned']);
    expect(await request('25565')).toBe('banned');
    expect(service.probe.tried).toEqual([]);
  });

  test('for a port that is not open', async () => {
    service.probe.verdict = false;
    await service.beat();
    expect(first()?.reasons).toEqual(['port_closed']);
    expect(report().ports).toEqual([{ port: 25_565, check: { isOpen: false, at: START } }]);
  });
});

describe('a check that an address requests', () => {
  test('probes a port that the address sent heartbeats for, and reports the result', async () => {
    service.probe.verdict = false;
    await service.beat();
    service.probe.verdict = true;
    service.clock.advance(MINUTE_MS);
    expect(await request('25565')).toBe('open');
    expect(service.probe.tried).toEqual([`${ADDRESS}:25565`, `${ADDRESS}:25565`]);
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
    await service.beat();
    await service.beat({ port: '25570' }, OTHER);
    const tried = service.probe.tried.length;
    expect(await request(port)).toBe('unknown');
    expect(service.probe.tried).toHaveLength(tried);
  });

  test('is not made of a port that was named over an hour ago', async () => {
    await service.beat();
    service.clock.advance(61 * MINUTE_MS);
    expect(await request('25565')).toBe('unknown');
  });

  test.each([
    ['checks are off', { isPortCheckOn: false }],
    ['the address is exempt', { portCheckExempt: [ADDRESS] }],
  ])('is not made where %s', async (_what, options) => {
    await reopen(options);
    await service.beat();
    expect(report().isPortChecked).toBe(false);
    expect(await request('25565')).toBe('unneeded');
    expect(service.probe.tried).toEqual([]);
  });

  test('counts for a listed server like any other check', async () => {
    await service.beat();
    service.probe.verdict = false;
    expect(await request('25565')).toBe('closed');
    expect(service.events).toContain('unreachable 25565');
    // The good verdict is gone: the next heartbeat has its port tried, and is refused.
    expect((await service.beat()).isAccepted).toBe(false);
    expect(first()?.reasons).toEqual(['port_closed']);
  });

  test('of a private server changes nothing about it', async () => {
    await service.beat({ public: 'false' });
    service.probe.verdict = false;
    expect(await request('25565')).toBe('closed');
    expect(service.events).not.toContain('unreachable 25565');
    expect((await service.beat({ public: 'false' })).isAccepted).toBe(true);
  });

  test('shares the connection of one that is under way', async () => {
    await reopen({ probe: createFakeProbe() });
    const beat = service.beat();
    await service.beat({ public: 'false', port: '25565' });
    const requested = request('25565');
    await Promise.resolve();
    expect(service.probe.held).toEqual([`${ADDRESS}:25565`]);
    service.probe.answer(true);
    expect(await requested).toBe('open');
    expect((await beat).isAccepted).toBe(true);
  });
});
