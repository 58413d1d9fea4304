// Records what dist/muster writes during registrations, logins, emails, history, what people keep, and a migration.

import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStore } from '../../src/app/open-stores.ts';
import { sha256Hex } from '../../src/platform/lib/digest.ts';
import { openDatabase } from '../../src/platform/store/sqlite/database.ts';
import { type Migration, migrations } from '../../src/platform/store/sqlite/migrations.ts';
import { accountNamed } from '../contract/fresh-stores.ts';
import { Client, createAccount, eventually } from '../e2e/client.ts';
import { futureMigration, futureMigrations } from '../platform/store/migration-samples.ts';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { openSmtpPeer, type SmtpPeer } from '../support/smtp-peer.ts';
import type { Files } from './disk.ts';
import { type Keepers, openKeepers } from './keepers.ts';
import { type Fact, packFact, readRecording, type WriteRecord } from './recording.ts';

/** A recording, and what was in the folder before it. */
export interface Recording {
  name: string;
  /** The migrations of the version that was recorded. */
  known: readonly Migration[];
  before: Files;
  /** What holds from the beginning. */
  facts: readonly Fact[];
  records: readonly WriteRecord[];
}

const PASSWORD = 'correct horse';
const DATA = 'muster-data';

/** Why nothing can be recorded here; `undefined` where it can. */
export function whyNot(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'this is not Linux on x64';
  return Bun.which('cc') === null ? 'there is no C compiler (cc)' : undefined;
}

/** Makes both recordings, with so many accounts. */
export async function makeRecordings(accounts: number): Promise<Recording[]> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-power-loss-'));
  try {
    const recorder = compile(folder);
    return [await recordLife(folder, recorder, accounts), await recordMigration(folder, recorder)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compile(folder: string): string {
  const library = join(folder, 'recorder.so');
  const source = join(import.meta.dir, 'recorder.c');
  const flags = ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl', '-lpthread'];
  const { exitCode, stderr } = Bun.spawnSync(['cc', ...flags]);
  if (exitCode !== 0) throw new Error(`The recorder does not compile:\n${stderr}`);
  return library;
}

interface Recorded {
  muster: RunningMuster;
  peer: SmtpPeer;
  keepers: Keepers;
  note(fact: Fact): void;
}

/** Starts the service under the recorder, does some work, and reads what was recorded. */
async function record({
  folder,
  recorder,
  work,
  binary,
}: {
  folder: string;
  recorder: string;
  work: (recorded: Recorded) => Promise<void>;
  binary?: string;
}): Promise<WriteRecord[]> {
  const data = join(folder, DATA);
  const log = `${folder}.log`;
  const note = (fact: Fact) => appendFileSync(log, packFact(fact));
  await using peer = await openSmtpPeer();
  using keepers = openKeepers(note);
  await using muster = await startMuster({
    ...(binary === undefined ? {} : { binary }),
    folder,
    env: {
      ...manyAddresses,
      LD_PRELOAD: recorder,
      POWER_LOSS_LOG: log,
      POWER_LOSS_FOLDER: data,
      ...peer.env,
      ...keepers.env,
      MUSTER_REGISTRATION_PROOF_OF_WORK: 'false',
      MUSTER_REGISTRATIONS_PER_ADDRESS: '1000',
      MUSTER_REGISTRATIONS_PER_HOUR: '10000',
    },
  });
  await work({ muster, peer, keepers, note });
  await muster.kill('SIGTERM');
  return readRecording(log, data);
}

async function recordLife(home: string, recorder: string, accounts: number): Promise<Recording> {
  const folder = join(home, 'life');
  mkdirSync(folder);
  const work = async ({ muster, peer, keepers, note }: Recorded) => {
    peer.mood = 'refuse for now';
    const server = new Client(muster, { address: '198.18.200.1' });
    await server.mustBeat();
    const keep = await keepers.open(muster);
    for (let number = 0; number < accounts; number += 1) {
      await live(muster, `Power_${number}`, note);
      await server.beat({ users: `${number}` });
      await keep(number);
      if (number === Math.floor(accounts / 2)) await muster.restart();
    }
    await eventually(
      async () => (await server.get('/api/v1/history')).text,
      (text) => /"players":\[[^\]]*\d/.test(text),
      10_000,
    );
    note({ what: 'minute' });
    note({ what: 'emails may go' });
    peer.mood = 'take';
    await verifyAndLeave(muster, peer, note);
    await muster.restart('SIGKILL');
  };
  const records = await record({ folder, recorder, work });
  const name = 'accounts, emails, history, what people keep';
  return { name, known: migrations, before: new Map(), facts: [], records };
}

/** Somebody registers, logs in and out. */
async function live(muster: RunningMuster, name: string, note: Recorded['note']): Promise<void> {
  await register(muster, name, note);
  note({ what: 'email', name });
  const client = new Client(muster);
  await client.login(name, PASSWORD);
  const valueHash = sha256Hex(client.session ?? '').slice(0, 32);
  if (!name.endsWith('1')) {
    note({ what: 'session', valueHash });
    return;
  }
  await client.submit('/acc/logout/', {});
  note({ what: 'session ended', valueHash });
}

async function register(muster: RunningMuster, name: string, note: Recorded['note']) {
  const client = new Client(muster);
  const email = `${name.toLowerCase()}@example.org`;
  const send = await client.openRegistration({ name, email, password: PASSWORD });
  await eventually(send, ({ status }) => status === 303, 10_000);
  note({ what: 'account', name });
  return { client, email };
}

async function verifyAndLeave(muster: RunningMuster, peer: SmtpPeer, note: Recorded['note']) {
  for (const name of ['Stays_1', 'Leaves_1']) {
    const { client, email } = await register(muster, name, note);
    const [mail] = await eventually(
      async () => peer.mails.filter(({ envelope }) => envelope.to.includes(email)),
      ({ length }) => length > 0,
      10_000,
    );
    const answer = await client.submit('/acc/verify/', { act: 'code', code: mail?.code ?? '' });
    if (answer.status !== 303) throw new Error(`The code was answered ${answer.status}.`);
    note({ what: 'verified', name });
    if (name !== 'Leaves_1') continue;
    const left = await client.submit('/acc/delete/', { password: PASSWORD });
    if (left.status !== 303) throw new Error(`The deletion was answered ${left.status}.`);
    note({ what: 'deleted', name });
  }
}

/** A database of this version is brought up to date by the next one. */
async function recordMigration(home: string, recorder: string): Promise<Recording> {
  const folder = join(home, 'migration');
  const data = join(folder, DATA);
  mkdirSync(data, { recursive: true });
  const facts: Fact[] = [];
  // Made in another folder: this process may really close it later, when its statements are collected.
  const made = join(home, 'made');
  const connection = openDatabase({ folder: made }, migrations, {});
  const store = createStore(connection);
  for (const name of ['Old_1', 'Old_2', 'Old_3']) {
    await store.accounts.insertAccount(accountNamed(name, { verifiedAt: 1 }));
    facts.push({ what: 'account', name }, { what: 'verified', name });
  }
  connection.client.run('PRAGMA wal_checkpoint(TRUNCATE)');
  copyFileSync(join(made, 'muster.db'), join(data, 'muster.db'));
  connection.client.close();
  const before = readFolder(data);
  const work = async ({ muster, note }: Recorded) => {
    await createAccount(muster, 'New_1');
    note({ what: 'account', name: 'New_1' });
  };
  const records = await record({ folder, recorder, work, binary: buildNextVersion(home) });
  return { name: 'a migration', known: futureMigrations, before, facts, records };
}

/** Builds the binary of a version that knows one more migration, and gives its path. */
function buildNextVersion(home: string): string {
  const root = join(import.meta.dir, '../..');
  const folder = join(home, 'next-version');
  const names = ['src', 'drizzle', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];
  for (const name of names) cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    // The build notes there what it built.
    if (name === '.muster-built') continue;
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  appendFileSync(
    join(folder, 'src/platform/store/sqlite/migrations.ts'),
    `(migrations as Migration[]).push(${JSON.stringify(futureMigration)});\n`,
  );
  const { exitCode, stderr } = Bun.spawnSync(['node', 'scripts/build.mjs'], { cwd: folder });
  if (exitCode !== 0) throw new Error(`The next version cannot be built:\n${stderr}`);
  return join(folder, 'dist/muster');
}

function readFolder(folder: string): Files {
  const names = readdirSync(folder).filter((name) => name.startsWith('muster.db'));
  return new Map(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
}
