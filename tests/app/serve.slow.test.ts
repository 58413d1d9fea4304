// Only a service that listens, beside other processes, shows its signals, and what the commands that check it say.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createProgram } from '../../src/app/program.ts';
import { examineApart } from '../../src/modules/doctor/doctor-commands.ts';
import type { Io, Signal } from '../../src/platform/cli/io.ts';
import { run } from '../../src/platform/cli/run.ts';
import { stopLog } from '../../src/platform/ops/log.ts';
import { type Bench, type Outcome, openBench } from '../support/command-line.ts';
import { failureOf } from '../support/failures.ts';
import { RawConnection } from '../support/raw-http.ts';

let bench: Bench;

beforeEach(() => {
  bench = openBench();
});

afterEach(() => {
  stopLog();
  bench[Symbol.dispose]();
});

/** A service that runs in this process until it is sent a signal. */
interface Running {
  listen: string;
  outcome: Outcome;
  /** Exit codes of requests to end the process at once. */
  atOnce: number[];
  /** Times and exit codes of requests to end the process later. */
  within: [timeoutMs: number, exitCode: number][];
  signal(signal?: Signal): void;
  ended: Promise<number>;
}

/** Runs `muster` and waits for its first output. */
async function serve(argv: string[], early: readonly Signal[] = []): Promise<Running> {
  const outcome: Outcome = { exitCode: -1, out: '', err: '' };
  const io = bench.io(outcome, {});
  const listeners = new Set<(signal: Signal) => void>();
  const atOnce: number[] = [];
  const within: Running['within'] = [];
  const announced = Promise.withResolvers<void>();
  const serviceIo: Io = {
    ...io,
    out(line) {
      io.out(line);
      if (line.includes('\nData folder: ')) announced.resolve();
    },
    onSignal(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    exitAtOnce: (exitCode) => atOnce.push(exitCode),
    exitWithin: (...given) => within.push(given),
  };
  const ended = run(createProgram, argv, serviceIo);
  // Signals that arrive as soon as there is a listener.
  await Bun.sleep(0);
  for (const name of early) for (const listener of listeners) listener(name);
  await Promise.race([announced.promise, ended]);
  const port = /^Listening on \S+:(\d+)/m.exec(outcome.out)?.[1];
  const signal = (name: Signal = 'SIGTERM') => {
    for (const listener of listeners) listener(name);
  };
  return { listen: `127.0.0.1:${port}`, outcome, atOnce, within, signal, ended };
}

/** A program that is not Muster, on a port of its own. */
async function openStranger(answer: string): Promise<{ listen: string } & Disposable> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(answer);
  });
  const listening = Promise.withResolvers<void>();
  server.listen({ host: '127.0.0.1', port: 0 }, () => listening.resolve());
  await listening.promise;
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { listen: `127.0.0.1:${port}`, [Symbol.dispose]: () => server.close() };
}

describe('serve', () => {
  test('prints where it serves, what is off and how to turn it on, and stops in order', async () => {
    const service = await serve(['--listen', '127.0.0.1:0', '--port-check', 'false']);
    const { out } = service.outcome;
    const port = service.listen.split(':')[1];
    expect(out).toMatch(/^Muster \S+ serves http:\/\/localhost:\d+$/m);
    expect(out).toContain(`http://localhost:${port}\n`);
    expect(out).toContain(`Data folder: ${join(bench.folder, 'muster-data')}\n`);
    for (const flag of [
      'base-url',
      'trusted-proxies',
      'port-check true',
      'web-client-dir',
      'geoip-database',
    ]) {
      expect(out).toMatch(new RegExp(`^.*: .*--${flag}`, 'm'));
    }
    const steps = [...out.matchAll(/^(\d+)\. ([^:.]+)[:.]/gm)].map((step) =>
      step.slice(1).join(' '),
    );
    expect(steps).toEqual([
      '1 Base URL',
      '2 TLS',
      '3 Email',
      '4 There is no administrator yet',
      '5 Verification',
      '6 Contact',
      '7 Port check',
      '8 Web client',
      '9 GeoIP file',
    ]);
    service.signal();
    expect(await service.ended).toBe(0);
    expect(service.atOnce).toEqual([]);
    const { exitCode } = await bench.run(['health', '--listen', service.listen]);
    expect(exitCode).toBe(1);
  });

  test('does not name as off what is on, and logs warnings', async () => {
    const settings = { base_url: 'https://my-play.example', trusted_proxies: ['127.0.0.1'] };
    const file = join(bench.folder, 'muster.toml');
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
        .join(''),
    );
    const service = await serve(['serve', '--listen', '127.0.0.1:0']);
    expect(service.outcome.out).toContain('serves https://my-play.example\n');
    expect(service.outcome.out).toContain(`Settings file: ${file}\n`);
    expect(service.outcome.out).toMatch(/^1\. Email: off/m);
    expect(service.outcome.out).not.toMatch(/^\d+\. (Base URL|TLS|Port check):/m);
    expect(service.outcome.err).toContain('MCGalaxy rejects a hyphen');
    service.signal();
    expect(await service.ended).toBe(0);
  });

  test('the same SIGTERM sent twice stops it in order', async () => {
    const service = await serve(['--listen', '127.0.0.1:0']);
    service.signal();
    service.signal();
    expect(await service.ended).toBe(0);
    expect(service.atOnce).toEqual([]);
  });

  test('a SIGTERM that comes later than the first ends it at once', async () => {
    const service = await serve(['--listen', '127.0.0.1:0']);
    // The stop waits for this: a body that is still arriving.
    const client = await RawConnection.open(Number(service.listen.split(':')[1]));
    client.send(
      `POST /api/login HTTP/1.1\r\nHost: ${service.listen}\r\nContent-Length: 9\r\n\r\na`,
    );
    await Bun.sleep(50);
    service.signal();
    await Bun.sleep(600);
    expect(service.atOnce).toEqual([]);
    service.signal();
    expect(await service.ended).toBe(1);
    expect(service.atOnce).toEqual([1]);
    client.close();
  });

  test('a SIGHUP that comes during the start reloads after it', async () => {
    const service = serve(['--listen', '127.0.0.1:0'], ['SIGHUP']);
    const { outcome, signal, ended } = await service;
    const deadline = performance.now() + 10_000;
    while (!outcome.err.includes('"Reloaded"') && performance.now() < deadline) await Bun.sleep(10);
    expect(outcome.err.split('"Reloaded"')).toHaveLength(2);
    signal();
    expect(await ended).toBe(0);
  });

  test('a SIGINT after the first signal ends it at once', async () => {
    const service = await serve(['--listen', '127.0.0.1:0']);
    service.signal();
    service.signal('SIGINT');
    expect(await service.ended).toBe(1);
    expect(service.atOnce).toEqual([1]);
  });

  test('a failed start ends the process soon, whatever still runs in it', async () => {
    using stranger = await openStranger('');
    const failed = await serve(['--listen', stranger.listen]);
    expect(await failed.ended).toBe(1);
    const [timeoutMs, exitCode] = failed.within[0] ?? [];
    expect([failed.within.length, exitCode]).toEqual([1, 1]);
    expect(timeoutMs).toBeLessThanOrEqual(1_000);
    const served = await serve(['--listen', '127.0.0.1:0', '--data', 'whole']);
    served.signal();
    expect(await served.ended).toBe(0);
    expect(served.within).toEqual([[expect.any(Number), 0]]);
  });

  test.each([
    ['something goes on', 'setInterval(() => {}, 1_000);', 1],
    ['nothing goes on', '', 7],
  ])('a process that is to end ends, where %s', async (_, work, exitCode) => {
    const io = join(import.meta.dir, '../../src/platform/cli/io.ts');
    const script = `const { createProcessIo } = await import(${JSON.stringify(io)});
      ${work} process.exitCode = 7; createProcessIo().exitWithin(200, 1);`;
    const child = Bun.spawnSync({ cmd: [process.execPath, '-e', script], timeout: 20_000 });
    expect(child.exitCode).toBe(exitCode);
  });
});

describe('health', () => {
  test('succeeds while the service is ready', async () => {
    const service = await serve(['--listen', '127.0.0.1:0']);
    const env = { HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' };
    expect(await bench.out(['health', '--listen', service.listen], { env })).toBe('ok\n');
    service.signal();
    await service.ended;
  });

  test('finds a service on all addresses through loopback', async () => {
    const service = await serve(['--listen', ':0']);
    const port = service.listen.split(':')[1];
    expect(await bench.out(['health', '--listen', `:${port}`])).toBe('ok\n');
    expect(await bench.out(['health', '--listen', `[::1]:${port}`])).toBe('ok\n');
    expect(await bench.out(['health', '--listen', `0.0.0.0:${port}`])).toBe('ok\n');
    service.signal();
    await service.ended;
  });

  test.each([
    ['nothing but a greeting', 'SSH-2.0-OpenSSH\r\n', 'does not answer'],
    ['nothing at all', '', 'does not answer'],
    ['another status', 'HTTP/1.1 503 Service Unavailable\r\n\r\n', 'status 503'],
    ['another JSON', 'HTTP/1.1 200 OK\r\n\r\n{"checks":null}', 'status 200'],
  ])('a program that answers %s is not well', async (_, answer, hint) => {
    using stranger = await openStranger(answer);
    const { exitCode, out, err } = await bench.run(['health', '--listen', stranger.listen]);
    expect([exitCode, out]).toEqual([1, '']);
    expect(err).toContain(hint);
  });

  test('what is missing is named, and every check is in the JSON', async () => {
    const service = await serve(['--listen', '127.0.0.1:0', '--least-free-disk', '100000000']);
    const out = await bench.out(['health', '--listen', service.listen]);
    expect(out).toMatch(
      /^degraded\ndisk_space: [\d.]+ [KMGT]iB are free .*least_free_disk \(100000000 MiB\)\.\n$/,
    );
    const report = JSON.parse(await bench.out(['health', '--json', '--listen', service.listen]));
    expect(report).toMatchObject({
      status: 'degraded',
      checks: { disk_space: { status: 'degraded' } },
    });
    expect(Object.keys(report.checks).sort()).toEqual([
      ...['backup', 'damage', 'database', 'disk_space', 'email', 'email_queue', 'geoip'],
      ...['jobs', 'log', 'migrations'],
    ]);
    service.signal();
    await service.ended;
  });

  test('waits for a service that starts later', async () => {
    using stranger = await openStranger('');
    const waiting = bench.run(['health', '--wait', '60s', '--listen', stranger.listen]);
    await Bun.sleep(300);
    stranger[Symbol.dispose]();
    const service = await serve(['--listen', stranger.listen]);
    expect(await waiting).toMatchObject({ exitCode: 0, out: 'ok\n' });
    service.signal();
    await service.ended;
    const late = await bench.run(['health', '--wait', '1s', '--json', '--listen', service.listen]);
    expect([late.exitCode, JSON.parse(late.out).status]).toEqual([1, 'not_ready']);
    const wrong = await bench.run(['health', '--wait', 'soon', '--listen', service.listen]);
    expect([wrong.exitCode, wrong.err]).toEqual([2, expect.stringContaining('30s')]);
  });

  test('a port that only the service knows cannot be checked', async () => {
    const { exitCode, err } = await bench.run(['health', '--listen', '127.0.0.1:0']);
    expect(exitCode).toBe(1);
    expect(err).toContain('Set a port');
  });
});

describe('check', () => {
  const port = ['--listen', '127.0.0.1:0'];

  test('accepts an empty folder, and leaves it empty', async () => {
    const out = await bench.out(['check', ...port]);
    expect(out.match(/^ok {2}/gm)).toHaveLength(11);
    expect(out).toMatch(/^ok {2}file descriptors: \d+ can be open at once/m);
    expect(
      await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: bench.folder, dot: true })),
    ).toEqual([]);
  });

  test('finds no problem while the service runs', async () => {
    const service = await serve(port);
    expect(await bench.out(['check', '--listen', service.listen])).toContain('already served');
    service.signal();
    await service.ended;
  });

  test('reports everything that is wrong at once', async () => {
    using stranger = await openStranger('');
    const data = join(bench.folder, 'muster-data');
    mkdirSync(data);
    writeFileSync(
      join(data, 'muster.db'),
      'no database at all, but long enough to look at'.repeat(50),
    );
    writeFileSync(join(bench.folder, 'c.mmdb'), 'no database either');
    const { exitCode, err, out } = await bench.run(
      ['check', '--listen', stranger.listen, '--geoip-database', 'c.mmdb', '--stale-after', '5'],
      { env: { MUSTER_LISTN: '1' } },
    );
    expect([exitCode, err]).toEqual([1, '']);
    const lines = out.trim().split('\n');
    for (const bad of [
      /^bad {2}settings: .*MUSTER_LISTN/,
      /^bad {2}settings: .*--stale-after/,
      /^bad {2}database: .*muster\.db/,
      /^bad {2}countries: .*c\.mmdb/,
      /^bad {2}listen: .*in use by another program/,
    ]) {
      expect(lines.filter((line) => bad.test(line))).toHaveLength(1);
    }
    expect(lines.filter((line) => line.startsWith('bad  '))).toHaveLength(5);
    // In the order of the checks, the good ones among them.
    expect(lines.map((line) => /^\w+ {2}([\w ]+):/.exec(line)?.[1])).toEqual([
      ...['settings', 'settings', 'data folder', 'database', 'backups', 'countries', 'web client'],
      ...['site files', 'certificate', 'listen', 'file descriptors', 'mail'],
    ]);
  });

  test('checks the folder of the web client', async () => {
    const folder = join(bench.folder, 'game');
    const args = ['check', ...port, '--web-client-dir', 'game'];
    mkdirSync(folder);
    expect((await bench.run(args)).out).toContain('bad  web client: ');
    writeFileSync(join(folder, 'ClassiCube.js'), 'boot();');
    const found = await bench.out(args);
    expect(found).toContain(`ok  web client: ${folder} (1 file); no .wasm file`);
    const elsewhere = ['check', ...port, '--web-client-url', 'https://cdn.example/game'];
    expect(await bench.out(elsewhere)).toContain('web client: from https://cdn.example/game/\n');
  });

  test('an address that is not of this machine is reported', async () => {
    const { exitCode, out } = await bench.run(['check', '--listen', '192.0.2.1:8080']);
    expect(exitCode).toBe(1);
    expect(out).toContain('192.0.2.1:8080');
  });
});

test('checks in a process of their own that cannot be started are a failure that says what to do', async () => {
  const io = {
    ...bench.io({ exitCode: -1, out: '', err: '' }, {}),
    cwd: join(bench.folder, 'none'),
  };
  const { context } = createProgram(io);
  expect(await failureOf(examineApart(context))).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('Run "muster doctor" on the machine'),
  });
});
