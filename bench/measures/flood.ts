// What is left of the list, in rate and in its 99th percentile, while 64 logins at once flood the service.

import type { FloodPlan, FloodResult } from '../flood.ts';
import { compareRates } from '../harness/compare.ts';
import { type RunningFlood, startFlood } from '../harness/flood.ts';
import { type LoadPlan, type LoadResult, planLoad, runLoad } from '../harness/load.ts';
import { type MusterOptions, startMuster } from '../harness/muster.ts';
import { makeServers } from '../harness/population.ts';
import { PASSWORD, seedAccounts, seedServers } from '../harness/seed.ts';
import { median, medianRatio } from '../harness/statistics.ts';
import { formatRatio, type Row } from '../harness/table.ts';
import type { MeasureContext } from './measure.ts';

const LOOPS = 64;
const SERVERS = 1_000;
const RATE_TARGET = { atLeast: 0.5 };
const LATENCY_TARGET = 8;
/** For the flood to take hold, and to ebb away: hashes that wait are still worked off. */
const SETTLE_MS = 1_500;

interface Sides {
  calm: LoadResult[];
  flooded: LoadResult[];
  outcomes: FloodResult;
}

/** Measures calm and flooded rounds in turn. */
export async function measureFlood(context: MeasureContext): Promise<Row[]> {
  return [
    ...(await measurePlace(context, 'anywhere', 'all cores')),
    ...(await measurePlace(context, 'server', 'pinned to one core')),
  ];
}

async function measurePlace(
  { workplace, binary, pace, say }: MeasureContext,
  place: NonNullable<MusterOptions['place']>,
  where: string,
): Promise<Row[]> {
  say(`list during a login flood, ${where}`);
  const folder = await workplace.makeFolder();
  await seedServers(folder, makeServers(SERVERS, Date.now()));
  const names = (await seedAccounts(folder, LOOPS)).map(({ name }) => name);
  const muster = await startMuster(workplace, {
    binary,
    folder,
    place,
    // A flood comes from many addresses; from one it would be stopped after 100 wrong passwords.
    env: { MUSTER_TRUSTED_PROXIES: '127.0.0.0/8' },
  });
  const request = { path: '/api/servers', headers: { 'Accept-Encoding': 'gzip' } };
  const plan: LoadPlan = await planLoad(workplace, muster, [request]);
  const sides: Sides = { calm: [], flooded: [], outcomes: {} };
  if (pace.warmUpSeconds > 0) await runLoad(workplace, plan, pace.warmUpSeconds);
  for (let round = 0; round < pace.rounds; round += 1) {
    sides.calm.push(await runLoad(workplace, plan, pace.roundSeconds));
    const floodPlan: FloodPlan = { port: muster.port, password: PASSWORD, names };
    const flood = await startFlood<FloodResult>(workplace, 'flood.ts', floodPlan);
    await Bun.sleep(SETTLE_MS);
    sides.flooded.push(await runLoad(workplace, plan, pace.roundSeconds));
    await addOutcomes(sides.outcomes, flood);
    await Bun.sleep(SETTLE_MS);
  }
  await muster.stop();
  return describe(sides, where);
}

async function addOutcomes(outcomes: FloodResult, flood: RunningFlood<FloodResult>): Promise<void> {
  for (const [outcome, count] of Object.entries(await flood.stop())) {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
  }
}

function describe({ calm, flooded, outcomes }: Sides, where: string): Row[] {
  const right = outcomes.ok ?? 0;
  const wrong = outcomes.password ?? 0;
  if (right === 0 || wrong === 0) {
    throw new Error(`The flood did not log in: ${JSON.stringify(outcomes)}.`);
  }
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const flood = `flood: ${right} right, ${wrong} wrong, ${all - right - wrong} answered to try again`;
  const calmSide = { name: 'calm', results: calm };
  const measure = `list of 1,000, gzip, during 64 logins at once (${where})`;
  const rates = compareRates(measure, flooded, calmSide, RATE_TARGET);
  const p99 = (results: LoadResult[]): number[] => results.map(({ p99Ms }) => p99Ms);
  const latencies = medianRatio(p99(flooded), p99(calm));
  return [
    { ...rates, comparison: `${rates.comparison}; ${flood}` },
    {
      measure: `its 99th percentile (${where})`,
      figure: `${median(p99(flooded)).toFixed(1)} ms`,
      comparison: `calm: ${median(p99(calm)).toFixed(1)} ms`,
      result: formatRatio(latencies),
      target: `< ${LATENCY_TARGET}`,
      isMet: latencies < LATENCY_TARGET,
    },
  ];
}
