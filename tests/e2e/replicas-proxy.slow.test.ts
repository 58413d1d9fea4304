// Only nginx and Caddy themselves show which replica gets which request by our recipes, and what becomes of it without one.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { findFreePort } from '../support/free-port.ts';
import { PROXY_HOST, REPLICA_PROXIES, startProxy } from '../support/proxies.ts';
import { eventually } from './client.ts';

for (const program of ['nginx', 'caddy']) {
  if (Bun.which(program) === null) {
    console.warn(`Skipped: what needs ${program}, which is not installed here.`);
  }
}

/** What a replica does with requests that are not about its health. */
type Behaviour = 'answers' | 'refuses' | 'breaks off' | 'stands still';

/** Stands for a replica: says its name, counts, and does as it is told. */
class Replica {
  isReady = true;
  behaviour: Behaviour = 'answers';
  seen: string[] = [];
  /** How often a replica that is not ready said so. */
  looks = 0;
  #server: Server | undefined;

  constructor(
    readonly name: string,
    readonly port: number,
  ) {}

  async start(): Promise<void> {
    const server = createServer((incoming, answer) => {
      const { url = '', method, socket } = incoming;
      if (this.behaviour === 'stands still') return;
      if (url === '/livez') return void answer.end('ok');
      if (url === '/readyz') {
        if (!this.isReady) this.looks += 1;
        return void answer.writeHead(this.isReady ? 200 : 503).end();
      }
      incoming.resume();
      incoming.on('end', () => {
        this.seen.push(`${method} ${url}`);
        if (this.behaviour === 'breaks off') socket.destroy();
        else answer.writeHead(this.behaviour === 'answers' ? 200 : 503).end(this.name);
      });
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((resolve) =>
      server === undefined ? resolve() : server.close(() => resolve()),
    );
  }
}

/** Addresses of clients; all are this machine's. */
const CLIENTS = Array.from({ length: 24 }, (_, index) => `127.0.1.${index + 1}`);

/** Sends a request through a proxy from an address of this machine; a POST where it has a body. */
function sendThrough(
  port: number,
  from: string,
  path: string,
  body?: string,
): Promise<{ status: number; by: string }> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, localAddress: from, agent: false as const, path };
    const headers = {
      ...{ host: PROXY_HOST, connection: 'close' },
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request({ ...to, headers, method }, (answer) => {
      let by = '';
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        by += text;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, by }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

for (const recipe of REPLICA_PROXIES) {
  const { name, program } = recipe;
  describe.skipIf(Bun.which(program) === null)(`${name}, with ${program}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-replicas-'));
    let replicas: [Replica, Replica, Replica];
    let ports: [number, number, number];
    let proxy: Subprocess;
    let http = 0;

    beforeAll(async () => {
      ports = [await findFreePort(), await findFreePort(), await findFreePort()];
      const [one, two, three] = ports;
      replicas = [
        ...[new Replica('replica 1', one), new Replica('replica 2', two)],
        new Replica('replica 3', three),
      ] as const;
      for (const replica of replicas) await replica.start();
    });
    afterAll(async () => {
      for (const replica of replicas) await replica.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    const send = (from: string, path = '/', body?: string) => sendThrough(http, from, path, body);
    /** Which replica answers each client. */
    const route = async () => {
      const answers = await Promise.all(CLIENTS.map((client) => send(client)));
      expect(answers.map(({ status }) => status)).toEqual(CLIENTS.map(() => 200));
      return answers.map(({ by }) => by);
    };
    const namesOf = (routes: string[]) => [...new Set(routes)].toSorted();
    let before: string[] = [];

    beforeEach(async () => {
      http = await findFreePort();
      // A new one leaves out none that the test before spoilt.
      proxy = await startProxy(recipe, folder, {
        ...{ http, https: await findFreePort(), muster: ports },
      });
      before = await eventually(route, (routes) => namesOf(routes).length === 3);
      for (const replica of replicas) Object.assign(replica, { seen: [], looks: 0 });
    });
    afterEach(async () => {
      proxy.kill('SIGKILL');
      await proxy.exited;
      for (const replica of replicas) {
        Object.assign(replica, { isReady: true, behaviour: 'answers' });
        await replica.stop();
        await replica.start();
      }
    });
    const [homeOf, clientOf] = [
      (client: string) => before[CLIENTS.indexOf(client)] ?? '',
      (replica: Replica) => CLIENTS[before.indexOf(replica.name)] ?? '',
    ];
    const countSeen = (line: string) =>
      replicas.flatMap(({ seen }) => seen).filter((one) => one === line).length;

    test('sends each client address to a replica of its own, over all three', async () => {
      expect(namesOf(before)).toEqual(['replica 1', 'replica 2', 'replica 3']);
      expect(await route()).toEqual(before);
      expect(homeOf(CLIENTS[0] ?? '')).toBe((await send(CLIENTS[0] ?? '', '/api/servers')).by);
    });

    test('gives the clients of a replica that is gone to the others, without a failure, and moves no others', async () => {
      const [, gone] = replicas;
      await gone.stop();
      const after = await route();
      expect(namesOf(after)).toEqual(['replica 1', 'replica 3']);
      const stayed = before.map((home) => home !== gone.name);
      expect(after.filter((_, index) => stayed[index])).toEqual(
        before.filter((_, index) => stayed[index]),
      );
    });

    test('repeats no request that changes something and may have been carried out', async () => {
      const [first] = replicas;
      first.behaviour = 'breaks off';
      expect((await send(clientOf(first), '/api/login', 'username=Alice')).status).toBe(502);
      expect(countSeen('POST /api/login')).toBe(1);
    });

    if (program === 'nginx') {
      test('asks another replica for a page that one refuses', async () => {
        const [first] = replicas;
        first.behaviour = 'refuses';
        expect((await send(clientOf(first), '/api/login', 'username=Alice')).status).toBe(503);
        expect(countSeen('POST /api/login')).toBe(1);
        expect(namesOf(await route())).toEqual(['replica 2', 'replica 3']);
        // Where all refuse, that is what clients read, and all are asked again afterwards.
        for (const replica of replicas) replica.behaviour = 'refuses';
        const answers = await Promise.all(CLIENTS.map((client) => send(client)));
        expect(answers.map(({ status }) => status)).toEqual(CLIENTS.map(() => 503));
        for (const replica of replicas) replica.behaviour = 'answers';
        await eventually(route, (routes) => String(routes) === String(before));
      });

      test.each(['/server/heartbeat', '/server/heartbeat/', '/heartbeat.jsp'])(
        'sends a heartbeat to %s that one replica loses, refuses or cannot take to another',
        async (path) => {
          const [first, second] = replicas;
          const beat = async (home: Replica) => (await send(clientOf(home), path, 'name=A')).status;
          first.behaviour = 'breaks off';
          expect(await beat(first)).toBe(200);
          second.behaviour = 'refuses';
          expect(await beat(second)).toBe(200);
          expect([first, second].map(({ seen }) => seen)).toEqual([
            [`POST ${path}`],
            expect.arrayContaining([`POST ${path}`]),
          ]);
          second.behaviour = 'answers';
          await first.stop();
          expect(await beat(first)).toBe(200);
        },
      );

      test('sends what changes something elsewhere when it could not be sent', async () => {
        const [first] = replicas;
        await first.stop();
        expect((await send(clientOf(first), '/api/login', 'username=Alice')).status).toBe(200);
        expect(countSeen('POST /api/login')).toBe(1);
      });
    }

    test('sends no login and no page to a replica that is not ready, and moves no other clients', async () => {
      const [first] = replicas;
      first.isReady = false;
      if (program === 'caddy') await eventually(route, (routes) => !routes.includes(first.name));
      first.seen = [];
      const login = await send(clientOf(first), '/api/login', 'username=Alice');
      expect(login.status).toBe(200);
      expect(login.by).not.toBe(first.name);
      const after = await route();
      const stayed = before.map((home) => home !== first.name);
      expect(after.filter((_, index) => stayed[index])).toEqual(
        before.filter((_, index) => stayed[index]),
      );
      expect(first.seen).toEqual([]);
    });

    test('repeats a list that a replica has got and stands still with, and then leaves it out', async () => {
      const [first] = replicas;
      const client = clientOf(first);
      first.behaviour = 'stands still';
      const startedAt = performance.now();
      expect((await send(client, '/api/servers')).status).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(8_000);
      for (const body of [undefined, 'username=Alice']) {
        const laterAt = performance.now();
        expect((await send(client, '/api/login', body)).status).toBe(200);
        expect(performance.now() - laterAt).toBeLessThan(3_000);
      }
      expect(countSeen('POST /api/login')).toBe(1);
    });

    test('asks every replica when none is ready', async () => {
      for (const replica of replicas) replica.isReady = false;
      if (program === 'caddy') {
        await eventually(
          async () => replicas.map(({ looks }) => looks),
          (looks) => looks.every((count) => count > 2),
        );
      }
      expect(await route()).toEqual(before);
      const [client = ''] = CLIENTS;
      expect((await send(client, '/api/login', 'username=Alice')).status).toBe(200);
      expect(countSeen('POST /api/login')).toBe(1);
      expect((await send(client, '/api/servers')).by).toBe(homeOf(client));
      // Some of them gone as well.
      await replicas[0].stop();
      expect(namesOf(await route())).toEqual(['replica 2', 'replica 3']);
    });
  });
}
