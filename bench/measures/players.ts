// The logged-in list of 1,000 servers: for an account that asks again, and for accounts that ask for
// the first time.

import { join } from 'node:path';
import { startBare } from '../harness/bare-server.ts';
import { compareRates } from '../harness/compare.ts';
import { planLoad } from '../harness/load.ts';
import { startMuster } from '../harness/muster.ts';
import { makeServers } from '../harness/population.ts';
import { alternate } from '../harness/rounds.ts';
import { type SeededAccount, seedAccounts, seedServers } from '../harness/seed.ts';
import type { Row } from '../harness/table.ts';
import type { MeasureContext } from './measure.ts';

const SERVERS = 1_000;
const PATH = '/api/servers';
/** Accounts for each second of load: more than have their turn in it. */
const ACCOUNTS_A_SECOND = 2_000;
const AGAIN_TARGET = { atLeast: 5 };
const FIRST_TARGET = { atLeast: 1 };

/** Measures both, against a handler that computes 1,000 md5 and stringifies for each request. */
export async function measurePlayers(context: MeasureContext): Promise<Row[]> {
  const { workplace, binary, say } = context;
  // Rounds of one second, since every request uses another account.
  const pace = { ...context.pace, roundSeconds: 1 };
  const servers = makeServers(SERVERS, Date.now());
  const folder = await workplace.makeFolder();
  say('making accounts for the logged-in list');
  await seedServers(folder, servers);
  const accounts = await seedAccounts(folder, (pace.rounds + 1) * ACCOUNTS_A_SECOND);
  const muster = await startMuster(workplace, { binary, folder });

  const [someone] = accounts;
  if (someone === undefined) throw new Error('No account was made.');
  const file = join(await workplace.makeFolder(), 'records.json');
  const salts = new Map(servers.map(({ hash, salt }) => [hash, salt]));
  await Bun.write(file, JSON.stringify(await askRecords(muster.port, someone, salts)));
  const bare = await startBare(workplace, { answer: 'player-list', file });

  const barePlan = await planLoad(workplace, bare, [requestOf(someone)]);
  const againPlan = await planLoad(workplace, muster, [requestOf(someone)]);
  const firstPlans = await Promise.all(
    Array.from({ length: pace.rounds + 1 }, (_, round) => {
      const slice = accounts.slice(round * ACCOUNTS_A_SECOND, (round + 1) * ACCOUNTS_A_SECOND);
      return planLoad(workplace, muster, slice.map(requestOf));
    }),
  );
  say('logged-in list');
  const { again, first, made } = await alternate(workplace, pace, {
    first: (round) => firstPlans[round] ?? againPlan,
    made: barePlan,
    again: againPlan,
  });
  await muster.stop();
  await bare.stop();

  const uses = Math.max(...first.map(({ requests }) => requests)) / ACCOUNTS_A_SECOND;
  const handler = { name: '1,000 md5 and stringify for each request', results: made };
  const list = 'logged-in list, 1,000 servers';
  return [
    compareRates(`${list}, the same account again`, again, handler, AGAIN_TARGET),
    compareRates(`${list}, ${describeUses(uses)}`, first, handler, FIRST_TARGET),
  ];
}

function describeUses(uses: number): string {
  return uses <= 1
    ? 'each request from another account, its first'
    : `many accounts in turn, each up to ${Math.ceil(uses)} times in a second`;
}

function requestOf({ cookie }: SeededAccount) {
  return { path: PATH, headers: { Cookie: cookie } };
}

/** The records as Muster writes them for an account, with the salts that mppasses are made of. */
async function askRecords(port: number, { cookie }: SeededAccount, salts: Map<string, string>) {
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers: { cookie } });
  const { servers } = (await response.json()) as { servers: { hash: string; mppass?: string }[] };
  const isWhole =
    servers.length === SERVERS && servers.every(({ mppass }) => mppass?.length === 32);
  if (!isWhole) throw new Error('The logged-in list is not what it should be.');
  return servers.map(({ mppass, ...record }) => ({ ...record, salt: salts.get(record.hash) }));
}
