// The port check, against sockets that the test opens and closes on the loopback.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { describeClosedPort } from '../../src/servers/heartbeat-complaints.ts';
import { findFreePort, type RunningMuster, startMuster } from '../support/binary.ts';
import { BUSY_MACHINE, Client, eventually } from './client.ts';

let muster: RunningMuster;
let client: Client;
beforeAll(async () => {
  muster = await startMuster({ env: { MUSTER_SERVERS_PER_ADDRESS: '100' } });
  client = new Client(muster);
});
afterAll(() => muster?.[Symbol.asyncDispose]());

/** A listening socket that counts who came and who is still there. */
class Listener implements Disposable {
  open = 0;
  /** The other ends, in the order in which they came. */
  readonly #ports: (number | undefined)[] = [];
  readonly #server: Server;
  private constructor(readonly port: number) {
    this.#server = createServer((socket) => {
      this.#ports.push(socket.remotePort);
      this.open += 1;
      socket.on('close', () => {
        this.open -= 1;
      });
      socket.on('error', () => socket.destroy());
      socket.resume();
    });
  }

  static async listen(port?: number): Promise<Listener> {
    const listener = new Listener(port ?? (await findFreePort()));
    await new Promise<void>((resolve, reject) => {
      listener.#server.once('error', reject);
      listener.#server.listen(listener.port, '127.0.0.1', () => resolve());
    });
    return listener;
  }

  /** How many came so far. The test itself comes last: all connections before it were accepted by then. */
  async countConnections(): Promise<number> {
    using stack = new DisposableStack();
    const last = stack.adopt(connect(this.port, '127.0.0.1'), (socket) => socket.destroy());
    await once(last, 'connect');
    while (!this.#ports.includes(last.localPort)) await new Promise(setImmediate);
    return this.#ports.indexOf(last.localPort);
  }

  [Symbol.dispose](): void {
    this.#server.close();
  }
}

test('no test gets a port that another had: what the service found there would still count', async () => {
  const ports = await Array.fromAsync({ length: 300 }, findFreePort);
  expect(new Set(ports).size).toBe(ports.length);
});

function failureFor(port: number): string {
  const message = describeClosedPort({ ip: '127.0.0.1', port });
  return `{"errors":[["${message}"]],"response":"","status":"fail"}`;
}

test('a public server whose port is open is accepted at its first beat and listed', async () => {
  using listener = await Listener.listen();
  const hash = await client.mustBeat({ port: `${listener.port}`, name: 'Open' });
  expect(await listener.countConnections()).toBe(1);
  await eventually(
    () => client.list(),
    (list) => list.some((record) => record.hash === hash),
  );
});

test('a probe leaves no connection behind', async () => {
  using listener = await Listener.listen();
  await client.mustBeat({ port: `${listener.port}` });
  await eventually(
    async () => listener.open,
    (open) => open === 0,
  );
});

test('a public server whose port is closed gets exactly the failure object', async () => {
  const port = await findFreePort();
  const answer = await client.beat({ port: `${port}` });
  expect(answer.status).toBe(200);
  expect(answer.header('content-type')).toStartWith('application/json');
  expect(answer.text).toBe(failureFor(port));
  expect(await client.lookup(Bun.MD5.hash(`127.0.0.1:${port}`, 'hex'))).toEqual([]);
});

test('a private server is not probed', async () => {
  using listener = await Listener.listen();
  await client.mustBeat({ port: `${await findFreePort()}`, public: 'false' });
  await client.mustBeat({ port: `${listener.port}`, public: 'false' });
  expect(await listener.countConnections()).toBe(0);
});

test('a beat that is wrong otherwise is not probed, and its own errors are answered', async () => {
  using listener = await Listener.listen();
  const answer = await client.beat({ port: `${listener.port}`, salt: '' });
  expect(answer.json<{ errors: string[][] }>().errors).toHaveLength(1);
  expect(answer.text).toContain('Invalid salt');
  expect(await listener.countConnections()).toBe(0);
});

describe('the verdict', () => {
  test('when good, answers the next beats without another probe, even after the port closed', async () => {
    const listener = await Listener.listen();
    const port = `${listener.port}`;
    for (let turn = 0; turn < 3; turn += 1) await client.mustBeat({ port });
    expect(await listener.countConnections()).toBe(1);
    listener[Symbol.dispose]();
    await client.mustBeat({ port, users: '9' });
    expect(await client.lookup(Bun.MD5.hash(`127.0.0.1:${port}`, 'hex'))).toMatchObject([
      { players: 9 },
    ]);
  });
  test('when bad, is not kept: the next beat probes again', async () => {
    const port = await findFreePort();
    expect((await client.beat({ port: `${port}` })).text).toBe(failureFor(port));
    using listener = await Listener.listen(port);
    await client.mustBeat({ port: `${port}` });
    expect(await listener.countConnections()).toBe(1);
  });
  test('is asked for when a private server becomes public, and a bad one changes nothing', async () => {
    const port = await findFreePort();
    const hash = await client.mustBeat({ port: `${port}`, public: 'false', users: '1' });
    expect((await client.beat({ port: `${port}`, public: 'true', users: '2' })).text).toBe(
      failureFor(port),
    );
    expect(await client.lookup(hash)).toMatchObject([{ players: 1 }]);
    using listener = await Listener.listen();
    const open = await client.mustBeat({ port: `${listener.port}` });
    const list = await eventually(
      () => client.list(),
      (records) => records.some((record) => record.hash === open),
    );
    expect(list.every((record) => record.hash !== hash)).toBe(true);
  });
  test('is asked for again when a public server was private in between', async () => {
    const listener = await Listener.listen();
    const { port } = listener;
    await client.mustBeat({ port: `${port}` });
    await client.mustBeat({ port: `${port}`, public: 'false' });
    listener[Symbol.dispose]();
    expect((await client.beat({ port: `${port}` })).text).toBe(failureFor(port));
  });
  test('is asked for once when several first beats come together', async () => {
    using listener = await Listener.listen();
    await Promise.all(
      Array.from({ length: 8 }, () => client.mustBeat({ port: `${listener.port}` })),
    );
    expect(await listener.countConnections()).toBe(1);
  });
});

describe('switched off or exempt, a closed port is no obstacle', () => {
  const settings: [sentence: string, env: Record<string, string>, isAccepted: boolean][] = [
    ['off', { MUSTER_PORT_CHECK: 'false' }, true],
    ['exempt range', { MUSTER_PORT_CHECK_EXEMPT: '192.0.2.0/24,127.0.0.0/8' }, true],
    ['exempt address', { MUSTER_PORT_CHECK_EXEMPT: '127.0.0.1' }, true],
    ['another range exempt', { MUSTER_PORT_CHECK_EXEMPT: '192.0.2.0/24' }, false],
    ['on', { MUSTER_PORT_CHECK: 'true' }, false],
  ];
  for (const [sentence, env, isAccepted] of settings) {
    test(`${sentence}: ${isAccepted ? 'accepted' : 'refused'}`, async () => {
      await using other = await startMuster({ env });
      const port = await findFreePort();
      const answer = await new Client(other).beat({ port: `${port}` });
      if (isAccepted) expect(answer.text).toContain('/server/play/');
      else expect(answer.text).toBe(failureFor(port));
    });
  }
});

test(
  'a server that never answers its probe is known open by the connection alone',
  async () => {
    // The listener accepts and says nothing: a TCP connect is all that the check may need.
    using listener = await Listener.listen();
    const before = performance.now();
    await client.mustBeat({ port: `${listener.port}` });
    expect(performance.now() - before).toBeLessThan(1_000);
  },
  BUSY_MACHINE,
);
