// Only recordings of real game servers show that the binary takes their heartbeats byte for byte.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type RunningMuster, startMuster } from '../support/binary.ts';
import { exchangeOnce, RawConnection } from '../support/raw-http.ts';
import { Client, eventually } from './client.ts';
import { readVector } from './vectors.ts';

const hashOf25565 = 'abf74d16ae6df453f47265d8b47a3e1b';
let muster: RunningMuster;
let client: Client;

beforeAll(async () => {
  muster = await startMuster({
    env: {
      MUSTER_PORT_CHECK: 'false',
      MUSTER_EXTRA_HOSTS: 'dual.test,v4only.test,www.classicube.net',
      MUSTER_BASE_URL: 'http://127.0.0.1',
    },
  });
  client = new Client(muster);
});
afterAll(() => muster?.[Symbol.asyncDispose]());

const cases = [
  ['mcgalaxy-heartbeat-jsp', 25565, 'Test Café & Server 100%', 'MCGalaxy 1.9.5.3', 16],
  ['mcgalaxy-heartbeat-keepalive-2nd', 25565, 'Test Café & Server 100%', 'MCGalaxy 1.9.5.3', 16],
  ['mcgalaxy-heartbeat-slash', 25565, 'Test Café & Server 100%', 'MCGalaxy 1.9.5.3', 16],
  ['mcgalaxy-heartbeat-noslash', 25565, 'Test Café & Server 100%', 'MCGalaxy 1.9.5.3', 16],
  [
    'mcgalaxy-heartbeat-absolute-form-port80',
    25565,
    'Test Café & Server 100%',
    'MCGalaxy 1.9.5.3',
    16,
  ],
  ['procraft-heartbeat-absolute-form', 25567, 'ProCraft Cafe+% test', 'ProCraft', 20],
  ['mcchost-heartbeat-post', 25566, 'mcchost Cafe+%', 'MCCHost', 128],
] as const;

describe('a recorded heartbeat is answered with the play URL and its server listed', () => {
  for (const [vector, port, name, software, maxplayers] of cases) {
    test(vector, async () => {
      const answer = await exchangeOnce(muster.port, readVector(vector, { port: muster.port }));
      const hash = Bun.MD5.hash(`127.0.0.1:${port}`, 'hex');
      expect(answer.status).toBe(200);
      expect(answer.header('content-type')).toStartWith('text/plain');
      expect(answer.text).toBe(`http://127.0.0.1/server/play/${hash}/`);
      expect(answer.header('content-encoding')).toBeUndefined();
      const records = await eventually(
        () => client.list(),
        (list) => list.some((record) => record.hash === hash),
      );
      const record = records.find((candidate) => candidate.hash === hash);
      expect(record).toMatchObject({ name, software, players: 0, maxplayers, web: true });
    });
  }
});

test('MCGalaxy beats again on the connection that it kept', async () => {
  const connection = await RawConnection.open(muster.port);
  try {
    const adaptation = { port: muster.port };
    const first = await connection.exchange(readVector('mcgalaxy-heartbeat-jsp', adaptation));
    const second = await connection.exchange(
      readVector('mcgalaxy-heartbeat-keepalive-2nd', adaptation),
    );
    expect(first.text).toEndWith(`/server/play/${hashOf25565}/`);
    expect(second.text).toBe(first.text);
    expect(connection.isClosed).toBe(false);
  } finally {
    connection.close();
  }
});

test('ProCraft asks for its address in absolute form and gets it without a newline', async () => {
  const vector = readVector('procraft-myip-absolute-form', { port: muster.port });
  const answer = await exchangeOnce(muster.port, vector);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('127.0.0.1');
});

test('the upgrade of the web client that was recorded crashes nothing', async () => {
  const connection = await RawConnection.open(muster.port);
  connection.send(readVector('webclient-wss-upgrade-via-proxy', { port: muster.port }));
  const answer = await connection.read();
  connection.close();
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect((await client.get('/api/servers')).status).toBe(200);
});
