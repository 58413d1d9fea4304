// A site of three replicas under traffic, to which everything that may happen does so once, and then one or two things at a
// time, in an order that a seed gives. After each it is looked whether anything that was promised is gone, or given twice.

import { SQL } from 'bun';
import { Client, createAccount, eventually } from '../e2e/client.ts';
import { createRandom, type Random } from '../simulation/random.ts';
import { PROXY_HOST } from '../support/proxies.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import { openSmtpPeer } from '../support/smtp-peer.ts';
import { Keepers } from './keepers.ts';
import { Receiver } from './receiver.ts';
import { Spender } from './spender.ts';
import { TRAFFIC_ENV, Traffic } from './traffic.ts';

/** What came of a run. */
export interface ChaosReport {
  faults: string[];
  /** What is wrong, in sentences; none when all is well. */
  wrong: string[];
  answered: number;
  retried: number;
  unavailable: number;
  accounts: number;
  spent: number;
  /** Changes of favourites, servers that were reported, and messages that a receiver of webhooks got. */
  changes: number;
  reports: number;
  told: number;
  terms: number;
}

/** Something that happens to a site, and what ends it. */
interface Fault {
  name: string;
  /** Nobody has to ask again, since the replica says in time that it stops. */
  isUnnoticed?: boolean;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/** How long all replicas may take until they show what was promised before. */
const RIGHT_MS = 10_000;

/** Runs it for so long, and until everything has happened once. The same seed gives the same faults. */
export async function runChaos(options: {
  seconds: number;
  seed: number;
  log(line: string): void;
}): Promise<ChaosReport> {
  const { seconds, seed, log } = options;
  await using peer = await openSmtpPeer();
  using receiver = new Receiver();
  await using site = await startReplicas(3, {
    ...TRAFFIC_ENV,
    ...peer.env,
    ...receiver.env,
    MUSTER_BASE_URL: `http://${PROXY_HOST}`,
    // Each replica is asked by itself, too.
    MUSTER_EXTRA_HOSTS: '127.0.0.1',
  });
  const [maker] = site.all;
  if (maker === undefined) throw new Error('no replica');
  await createAccount(maker, 'Spender');
  const port = await site.startNginx();
  const traffic = new Traffic(port, PROXY_HOST);
  const keepers = new Keepers({ port }, PROXY_HOST, receiver, createRandom(seed + 2));
  await keepers.open(maker);
  const spender = new Spender(site.all, 'Spender');
  traffic.start();
  spender.start();
  await eventually(
    async () => traffic.beats.size,
    (size) => size > 0,
  );
  keepers.start(() => [...traffic.beats.values()].map(({ hash }) => hash));
  const random = createRandom(seed);
  // Of their own, so that the faults do not depend on how many accounts there are.
  const choices = createRandom(seed + 1);
  const faults: string[] = [];
  const wrong: string[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  const ofOne = [0, 1, 2, 0, 1].flatMap((index, kind) => listFaults(site, index)[kind] ?? []);
  const first = [...ofOne, ...listFaultsOfAll(site)];
  let checked = 0;

  while ((performance.now() < endsAt || first.length > 0) && wrong.length === 0) {
    const next = first.shift();
    const chosen = next === undefined ? choose(site, random) : [next];
    const again = traffic.retried + traffic.unavailable;
    const name = chosen.map((fault) => fault.name).join(', ');
    log(name);
    faults.push(name);
    receiver.turn(false);
    for (const fault of chosen) {
      await fault.begin();
      await Bun.sleep(random.whole(1_000));
    }
    await Bun.sleep(500 + random.whole(4_000));
    for (const fault of chosen) await fault.end();
    const found = [
      ...(await findLateReplicas(site)),
      ...(await findMissingServers(site, traffic)),
      ...(await findMissingAccounts(site, traffic.accounts.slice(checked), choices)),
      ...traffic.failed,
      ...spender.twice,
      ...(await keepers.findMissing(site.all)),
    ];
    receiver.turn(true);
    if (
      chosen.every(({ isUnnoticed }) => isUnnoticed) &&
      traffic.retried + traffic.unavailable > again
    ) {
      found.push('somebody had to ask again');
    }
    checked = traffic.accounts.length;
    wrong.push(...found.map((what) => `after "${name}": ${what}`));
  }

  await Promise.all([traffic.stop(), spender.stop(), keepers.stop()]);
  wrong.push(...(await keepers.findUntold()), ...receiver.findWrong());
  const { terms, overlaps } = await readTerms(site);
  wrong.push(...overlaps, ...(await findMissingAccounts(site, traffic.accounts)));
  wrong.push(
    ...(await findMissingEmails(traffic, () => peer.mails.map(({ envelope }) => envelope.to))),
  );
  const { answered, retried, unavailable } = traffic;
  const counts = { answered, retried, unavailable, accounts: traffic.accounts.length };
  const { changes, reports } = keepers;
  const kept = { changes, reports: reports.size, told: receiver.arrivals.length };
  return { faults, wrong, ...counts, ...kept, spent: spender.spent, terms };
}

/** One or two things, to two different replicas. */
function choose(site: Replicas, random: Random): Fault[] {
  const first = random.whole(3);
  const second = (first + 1 + random.whole(2)) % 3;
  const ofOne = (index: number) => random.pick(listFaults(site, index));
  if (random.chance(0.25)) return [random.pick(listFaultsOfAll(site))];
  return random.chance(0.5) ? [ofOne(first)] : [ofOne(first), ofOne(second)];
}

function listFaults({ all, gates }: Replicas, index: number): Fault[] {
  const replica = all[index];
  const gate = gates[index];
  if (replica === undefined || gate === undefined) throw new Error(`no replica ${index}`);
  return [
    {
      name: `replica ${index} is killed`,
      begin: async () => void (await replica.kill('SIGKILL')),
      end: () => replica.start(),
    },
    {
      ...{ name: `replica ${index} is stopped`, isUnnoticed: true },
      begin: async () => void (await replica.kill('SIGTERM')),
      end: () => replica.start(),
    },
    {
      name: `replica ${index} stands still`,
      begin: () => void process.kill(replica.pid, 'SIGSTOP'),
      end: () => void process.kill(replica.pid, 'SIGCONT'),
    },
    { name: `replica ${index} is cut off from the database`, begin: gate.cut, end: gate.open },
    {
      name: `replica ${index} hears nothing from the database`,
      begin: gate.silence,
      end: gate.open,
    },
  ];
}

function listFaultsOfAll({ gates, server, url }: Replicas): Fault[] {
  const each = (act: 'cut' | 'silence' | 'open') => () => {
    for (const gate of gates) gate[act]();
  };
  return [
    { name: 'all are cut off from the database', begin: each('cut'), end: each('open') },
    { name: 'all hear nothing from the database', begin: each('silence'), end: each('open') },
    { name: 'the database is restarted', begin: server.stop, end: server.start },
    {
      name: 'every connection of the database is ended',
      async begin() {
        await using client = new SQL(url, { max: 1 });
        await client`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      },
      end() {},
    },
  ];
}

async function findLateReplicas({ all }: Replicas): Promise<string[]> {
  const late: string[] = [];
  for (const [index, replica] of all.entries()) {
    const ready = eventually(
      () => new Client(replica).get('/readyz'),
      ({ status }) => status === 200,
      40_000,
    );
    await ready.catch((error) => late.push(`replica ${index} is not ready: ${error}`));
  }
  return late;
}

/** Every replica lists each server with the heartbeat that was accepted last before, or a later one. */
async function findMissingServers({ all }: Replicas, traffic: Traffic): Promise<string[]> {
  const promised = [...traffic.beats.values()];
  const missing: string[] = [];
  for (const [index, replica] of all.entries()) {
    const reader = new Client(replica);
    const shown = eventually(
      async () => new Map((await reader.list()).map(({ hash, players }) => [hash, players])),
      (listed) => promised.every(({ hash, players }) => (listed.get(hash) ?? 0) >= players),
      RIGHT_MS,
    );
    await shown.catch((error) =>
      missing.push(`replica ${index} does not list ${JSON.stringify(promised)}: ${error}`),
    );
  }
  return missing;
}

async function findMissingAccounts(
  { all }: Replicas,
  accounts: readonly string[],
  random?: Random,
): Promise<string[]> {
  const missing: string[] = [];
  for (const name of accounts) {
    for (const replica of random === undefined ? all : [random.pick(all)]) {
      const { text } = await new Client(replica).get(`/api/player/${name}`);
      if (!text.includes(`"username":"${name}"`)) missing.push(`the account ${name} is gone`);
    }
  }
  return missing;
}

/** Each account that was answered gets its email, whichever replica sends it. */
async function findMissingEmails(
  { accounts }: Traffic,
  listRecipients: () => string[][],
): Promise<string[]> {
  const wanted = accounts.map((name) => `${name.toLowerCase()}@example.org`);
  const listMissing = async () => {
    const got = new Set(listRecipients().flat());
    return wanted.filter((address) => !got.has(address));
  };
  return eventually(listMissing, ({ length }) => length === 0, 60_000).then(
    () => [],
    (error) => [`emails were not sent: ${error}`],
  );
}

/** What the leaders of all epochs wrote: no two of them at the same time. */
async function readTerms({ url }: Pick<Replicas, 'url'>) {
  await using client = new SQL(url, { max: 1 });
  const rows: Record<string, string>[] =
    await client`SELECT epoch, began_at, worked_at FROM leader_terms ORDER BY epoch`;
  const terms = rows.map(({ epoch, began_at, worked_at }) => ({
    ...{ epoch: Number(epoch), beganAt: Number(began_at) },
    workedAt: Number(worked_at),
  }));
  const overlaps = terms.flatMap((term, index) => {
    const next = terms[index + 1];
    if (next === undefined || next.beganAt >= term.workedAt) return [];
    return [
      `epoch ${term.epoch} wrote until ${term.workedAt}, and the next began at ${next.beganAt}`,
    ];
  });
  return { terms: terms.length, overlaps };
}
