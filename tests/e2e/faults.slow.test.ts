// Only faults of the machine show what people see of them: a full and a read-only disk, a clock that is set, thousands of slow connections.

import { expect, test } from 'bun:test';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { Receiver } from '../chaos/receiver.ts';
import {
  makeFolder,
  manyAddresses,
  type RunningMuster,
  readLog,
  startMuster,
} from '../support/binary.ts';
import { addWebhook, reportServer } from '../support/keeping.ts';
import { RawConnection } from '../support/raw-http.ts';
import { Client, createAccount, eventually } from './client.ts';

const PASSWORD = 'correct horse';
const THREE_HOURS = 3 * 60 * 60;
const SLOW_CONNECTIONS = 4_000;

interface Ready {
  status: string;
  checks: Record<string, { status: string; message: string }>;
}

/** Why a small disk of one's own cannot be had here. */
function whyNoDisk(): string | undefined {
  if (process.platform !== 'linux') return 'this is not Linux';
  if (process.getuid?.() !== 0) return 'only root may mount a disk';
  const { exitCode, stderr } = Bun.spawnSync([
    'unshare',
    '--mount',
    'mount',
    '-t',
    'tmpfs',
    'tmpfs',
    '/mnt',
  ]);
  return exitCode === 0 ? undefined : `no disk can be mounted here: ${stderr.toString().trim()}`;
}

/** A disk of 24 MiB at a path, until it is disposed. */
function mountDisk(path: string): Disposable & { remount(option: 'ro' | 'rw'): void } {
  const run = (...command: string[]): void => {
    const { exitCode, stderr } = Bun.spawnSync(command);
    if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
  };
  mkdirSync(path, { recursive: true });
  run('mount', '-t', 'tmpfs', '-o', 'size=24m,mode=0700', 'tmpfs', path);
  return {
    remount: (option) => run('mount', '-o', `remount,${option}`, path),
    [Symbol.dispose]: () => run('umount', '--lazy', path),
  };
}

const noDisk = whyNoDisk();
if (noDisk !== undefined) process.stdout.write(`no disk is filled here: ${noDisk}\n`);
const hasCompiler = process.platform === 'linux' && Bun.which('cc') !== null;
if (!hasCompiler)
  process.stdout.write('no clock is set here: it takes Linux and a C compiler (cc)\n');

/** Writes a file until it is large enough or nothing more fits, which the service may bring about too. */
function fillDisk(path: string, bytes = Number.POSITIVE_INFINITY): void {
  const descriptor = openSync(path, 'w');
  const page = Buffer.alloc(4_096);
  try {
    for (let written = 0; written < bytes; written += page.length) writeSync(descriptor, page);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** The lines of the log that an operator would have to read, but for what every start here says of mail. */
const alarmsOf = (muster: RunningMuster): string[] =>
  muster.stderr
    .split('\n')
    .filter(
      (line) => /"level":"(?:warning|error|fatal)"/.test(line) && !line.includes('Email is off'),
    );

/** Sends the first heartbeat of a server, and waits until lists show it. */
async function beListed(client: Client): Promise<void> {
  await client.mustBeat();
  await eventually(
    () => client.list(),
    (list) => list.length === 1,
  );
}

const readReady = async (client: Client) => {
  const answer = await client.get('/readyz');
  return { code: answer.status, ...(answer.json() as Ready) };
};

test.skipIf(noDisk !== undefined)(
  'a full disk: lists and heartbeats go on, changes are refused with a sentence, and nothing answered is lost',
  async () => {
    const folder = await makeFolder();
    const data = join(folder, 'muster-data');
    using _disk = mountDisk(data);
    await using muster = await startMuster({
      folder,
      env: { ...manyAddresses, MUSTER_LEAST_FREE_DISK: '8' },
    });
    await createAccount(muster, 'Alice', PASSWORD);
    const client = new Client(muster, { address: '198.18.201.1' });
    await beListed(client);
    const alice = new Client(muster);
    expect(await alice.login('Alice', PASSWORD)).toMatchObject({ authenticated: true });

    expect(await readReady(client)).toMatchObject({ code: 200, status: 'ready' });
    const filler = join(data, 'filler');
    fillDisk(filler, 16 * 1024 * 1024);
    const scarce = await eventually(
      () => readReady(client),
      ({ status }) => status === 'degraded',
      20_000,
    );
    expect([scarce.code, scarce.checks.disk_space?.message]).toEqual([
      200,
      expect.stringContaining('less than least_free_disk (8 MiB)'),
    ]);
    fillDisk(filler);
    // What fits into pages that the database has already is still saved; the rest is refused.
    const refused = await eventually(
      () => new Client(muster).submit('/acc/login/', { username: 'Alice', password: PASSWORD }),
      ({ status }) => status === 503,
      20_000,
    );
    // What is wrong is for the operator, and stands in the log.
    expect(refused.text).toContain('The service cannot do this right now.');
    await eventually(
      async () => muster.stderr,
      (log) => log.includes('The data disk is full'),
    );
    expect((await client.list()).map(({ name }) => name)).toEqual(['A server']);
    await client.mustBeat({ users: '7' });
    expect((await alice.openLogin()).username).toBe('Alice');
    const ready = await eventually(
      () => readReady(client),
      ({ code }) => code === 503,
      20_000,
    );
    expect(ready.checks.database).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('The data disk is full'),
    });

    rmSync(filler);
    await eventually(
      () => new Client(muster).submit('/acc/login/', { username: 'Alice', password: PASSWORD }),
      ({ status }) => status === 303,
      20_000,
    );
    await eventually(
      () => readReady(client),
      ({ status }) => status === 'ready',
      20_000,
    );
    await Bun.sleep(1_500);
    await muster.restart('SIGKILL');
    expect((await client.list()).map(({ players }) => players)).toEqual([7]);
    expect((await alice.openLogin()).username).toBe('Alice');

    expect(await muster.kill('SIGTERM')).toBe(0);
  },
);

test.skipIf(noDisk !== undefined)(
  'a read-only disk: the start ends with a sentence, and works again once it may be written',
  async () => {
    const folder = await makeFolder();
    using disk = mountDisk(join(folder, 'muster-data'));
    await using muster = await startMuster({ folder, env: manyAddresses });
    await createAccount(muster, 'Alice', PASSWORD);
    await muster.kill('SIGTERM');
    disk.remount('ro');
    const refused = await muster.run([]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/^muster: .*muster-data.*(?:written|writing|EROFS)/m);
    disk.remount('rw');
    await muster.start();
    expect(await new Client(muster).login('Alice', PASSWORD)).toMatchObject({
      authenticated: true,
    });
  },
);

test.skipIf(!hasCompiler)(
  'a clock that is set three hours forward and back: no server is lost or said to be gone, no session ends, what is due is sent once, and no backup goes',
  async () => {
    const folder = await makeFolder();
    const library = join(folder, 'set-clock.so');
    const source = join(import.meta.dir, '../support/set-clock.c');
    const built = Bun.spawnSync(['cc', '-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
    expect(built.stderr.toString()).toBe('');
    const clock = join(folder, 'clock');
    writeFileSync(clock, '0');
    using receiver = new Receiver();
    const preload = { LD_PRELOAD: library, SET_CLOCK_FILE: clock };
    await using muster = await startMuster({
      folder,
      env: { ...manyAddresses, ...preload, ...receiver.env, MUSTER_BACKUP_KEEP: '2' },
    });
    await createAccount(muster, 'Alice', PASSWORD);
    await addSiteWebhook(muster, receiver);
    const alice = new Client(muster);
    await alice.login('Alice', PASSWORD);
    const backups = () => readdirSync(join(folder, 'muster-data', 'backups')).toSorted();
    for (let count = 0; count < 2; count += 1) await muster.mustRun(['backup']);
    const before = backups();
    expect(before).toHaveLength(2);
    const server = new Client(muster, { address: '198.18.202.1' });
    const hash = await server.mustBeat();
    await eventually(
      () => server.list(),
      ({ length }) => length === 1,
    );

    let seconds = 0;
    let told = 0;
    for (const step of [THREE_HOURS, -2 * THREE_HOURS, THREE_HOURS]) {
      seconds += step;
      const logged = readLog(muster, 'The clock of this machine was set').length;
      // Something is due in the moment in which the clock steps.
      const reporter = `Reporter_${told}`;
      await createAccount(muster, reporter, PASSWORD);
      await report(muster, reporter, hash);
      told += 1;
      writeFileSync(clock, `${seconds}`);
      await eventually(
        async () => readLog(muster, 'The clock of this machine was set').slice(logged),
        ({ length }) => length > 0,
        10_000,
      );
      const [noted] = readLog(muster, 'The clock of this machine was set').slice(logged);
      expect(Math.abs(Number(noted?.seconds) - step)).toBeLessThanOrEqual(2);
      expect(await server.list()).toMatchObject([{ name: 'A server', uptime: expect.any(Number) }]);
      await server.mustBeat();
      expect((await alice.openLogin()).username).toBe('Alice');
      expect(await readReady(server)).toMatchObject({ code: 200 });
      await eventually(
        async () => receiver.idsOf('server.reported', hash).size,
        (size) => size === told,
        30_000,
      );
    }
    expect(receiver.findWrong()).toEqual([]);
    // One more may have been due while those from before seemed to be ahead; none of them goes.
    expect(backups()).toEqual(expect.arrayContaining(before));
    expect(backups().length).toBeLessThanOrEqual(before.length + 3);
    await Bun.sleep(1_200);
    await muster.restart('SIGKILL');
    expect(await server.list()).toHaveLength(1);
    expect((await alice.openLogin()).username).toBe('Alice');
  },
);

/** Has an administrator set a webhook of the site. */
async function addSiteWebhook(muster: RunningMuster, { url }: Receiver): Promise<void> {
  await createAccount(muster, 'Root', PASSWORD, ['--role', 'administrator']);
  const root = new Client(muster);
  await root.login('Root', PASSWORD);
  await addWebhook(root, null, `${url}/site`, ['came', 'went', 'reported']);
}

async function report(muster: RunningMuster, name: string, hash: string): Promise<void> {
  const player = new Client(muster);
  await player.login(name, PASSWORD);
  expect(await reportServer(player, hash)).toBe(true);
}

const allowed = /^Max open files\s+(\d+)/m.exec(
  process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8') : '',
)?.[1];
const hasDescriptors = Number(allowed) > SLOW_CONNECTIONS + 500;
if (!hasDescriptors) {
  process.stdout.write(`no slow connections are opened here: ${allowed} descriptors are too few\n`);
}

test.skipIf(!hasDescriptors)(
  'four thousand connections that never finish their request: everybody else is answered',
  async () => {
    await using muster = await startMuster({ env: manyAddresses });
    const client = new Client(muster, { address: '198.18.203.1' });
    await beListed(client);
    const slow: RawConnection[] = [];
    for (let count = 0; count < SLOW_CONNECTIONS; count += 250) {
      slow.push(
        ...(await Promise.all(Array.from({ length: 250 }, () => RawConnection.open(muster.port)))),
      );
    }
    for (const connection of slow) {
      connection.send(
        `POST /server/heartbeat HTTP/1.1\r\nHost: 127.0.0.1:${muster.port}\r\nContent-Le`,
      );
    }
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await client.list()).map(({ name }) => name)).toEqual(['A server']);
      await client.mustBeat({ users: `${turn}` });
    }
    expect(await readReady(client)).toMatchObject({ code: 200, status: 'ready' });
    expect(alarmsOf(muster)).toEqual([]);
    for (const connection of slow) connection.close();
    expect((await client.get('/api/servers')).status).toBe(200);
    expect(await muster.kill('SIGTERM')).toBe(0);
  },
);
