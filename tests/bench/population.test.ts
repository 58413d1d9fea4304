// The game servers that the benchmark makes up.
import { describe, expect, test } from 'bun:test';
import { parseCpuList } from '../../bench/harness/machine.ts';
import {
  makeHeartbeatForms,
  makeServers,
  makeServersOfOneAddress,
} from '../../bench/harness/population.ts';
import { readForm } from '../../src/http/form.ts';
import { isIpv4 } from '../../src/lib/address.ts';
import { type RawHeartbeat, readHeartbeat } from '../../src/servers/heartbeat.ts';

const NOW = 1_700_000_000_000;

describe('made-up servers', () => {
  const servers = makeServers(10_000, NOW);

  test('are as many as asked for, each with an identity of its own', () => {
    expect(new Set(servers.map(({ hash }) => hash)).size).toBe(10_000);
  });

  test('are others in each part of a population', () => {
    const parts = [0, 500, 1_000].flatMap((first) => makeServers(500, NOW, first));
    expect(new Set(parts.map(({ ip }) => ip)).size).toBe(1_500);
    expect(new Set(parts.map(({ hash }) => hash)).size).toBe(1_500);
  });

  test('have real addresses', () => {
    expect(servers.filter(({ ip }) => !isIpv4(ip))).toEqual([]);
  });

  test('are the same in every run, so that runs can be compared', () => {
    expect(makeServers(50, NOW)).toEqual(makeServers(50, NOW));
  });

  test('of one address have the ports from 1', () => {
    const ports = makeServersOfOneAddress('127.0.0.1', 3, NOW).map(({ ip, port }) => [ip, port]);
    expect(ports).toEqual([
      ['127.0.0.1', 1],
      ['127.0.0.1', 2],
      ['127.0.0.1', 3],
    ]);
  });
});

describe('made-up heartbeats', () => {
  const servers = makeServersOfOneAddress('127.0.0.1', 200, NOW);
  const forms = makeHeartbeatForms(servers, 2);
  const beats = forms.map((form) => {
    const raw: Record<string, string> = {};
    readForm(form, (name, value) => {
      raw[name] = value;
    });
    return readHeartbeat(raw as RawHeartbeat);
  });

  test('all pass the rules of heartbeats', () => {
    expect(beats.filter((beat) => Array.isArray(beat))).toEqual([]);
  });

  test('say what the server is', () => {
    const [server] = servers;
    expect(beats[0]).toMatchObject({
      name: server?.name,
      port: 1,
      salt: server?.salt,
      public: true,
      web: server?.supportsWeb,
    });
  });

  test('change the players of a server from one pass to the next', () => {
    const playersOf = (beat: (typeof beats)[number] | undefined) =>
      beat === undefined || Array.isArray(beat) ? undefined : beat.users;
    for (let index = 0; index < servers.length; index += 1) {
      expect(playersOf(beats[index])).not.toBe(playersOf(beats[servers.length + index]));
    }
  });
});

describe('the list of cores', () => {
  test.each([
    ['0', [0]],
    ['0-1', [0, 1]],
    ['0-2,8', [0, 1, 2, 8]],
    ['', []],
  ])('%p names %p', (text, cpus) => {
    expect(parseCpuList(text)).toEqual(cpus);
  });
});
