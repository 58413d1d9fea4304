// `bun run bench`: measures the compiled binary against bare handlers and nginx on this machine, and
// prints what came out beside the targets. Only ratios within one run mean anything.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspectMachine } from './harness/machine.ts';
import { GROUPS, type Group, parseOptions, USAGE } from './harness/options.ts';
import { type Row, replaceSection, writeTable } from './harness/table.ts';
import { openWorkplace } from './harness/workplace.ts';
import { measureFlood } from './measures/flood.ts';
import { measureFootprint } from './measures/footprint.ts';
import { measureHeartbeats } from './measures/heartbeats.ts';
import { measureList } from './measures/list.ts';
import type { Measure } from './measures/measure.ts';
import { measurePlayers } from './measures/players.ts';
import { measureRelay } from './measures/relay.ts';
import { measureRelayFlood } from './measures/relay-flood.ts';
import { measureReplicas } from './measures/replicas.ts';

const MEASURES: Record<Group, Measure> = {
  list: measureList,
  players: measurePlayers,
  heartbeat: measureHeartbeats,
  footprint: measureFootprint,
  flood: measureFlood,
  relay: async (context) => [
    ...(await measureRelay(context)),
    ...(await measureRelayFlood(context)),
  ],
};

/** Runs the requested groups. Returns the exit status: a missed target is no failure. */
async function main(words: readonly string[]): Promise<number> {
  const { groups, replicas, pace, binary, page } = parseOptions(words, join(import.meta.dir, '..'));
  if (!existsSync(binary)) throw new Error(`${binary} is missing. Build it first: npm run build.`);
  const machine = inspectMachine();
  await using workplace = openWorkplace(machine);
  // The bench itself times starts, so it keeps off the servers' core.
  const [taskset, , core] = machine.pin('load');
  if (taskset !== undefined && core !== undefined) {
    Bun.spawnSync([taskset, '-a', '-cp', core, String(process.pid)]);
  }

  const say = (line: string): void => void process.stderr.write(`bench: ${line}\n`);
  const rows: Row[] = [];
  let status = 0;
  const measures: [string, Measure][] =
    replicas === undefined
      ? GROUPS.filter((name) => groups.has(name)).map((name) => [name, MEASURES[name]])
      : [['replicas', (context) => measureReplicas(context, replicas)]];
  for (const [name, measure] of measures) {
    try {
      const found = await measure({ workplace, binary, pace, say });
      rows.push(...found);
      for (const row of found) say(`${row.measure}: ${row.result || row.figure}`);
    } catch (error) {
      say(`${name} could not be measured: ${error instanceof Error ? error.message : error}`);
      status = 1;
    }
  }
  const rhythm =
    replicas === undefined
      ? `Medians of ${pace.rounds} rounds of ${pace.roundSeconds} s in turn; each result is the median of the ratios within a round. A bare handler sends the same bytes, headers included.`
      : `Replicas and PostgreSQL, which does not wait for the disk here, share all cores.`;
  const facts = replicas === undefined ? machine.facts : machine.facts.slice(0, 1);
  const section = `${writeTable(rows)}\n\n${[...facts, rhythm].join(' ')}`;
  process.stdout.write(`${section}\n`);
  if (page !== undefined && status === 0) {
    const place = replicas === undefined ? 'bench' : 'replicas';
    await Bun.write(page, replaceSection(await Bun.file(page).text(), section, place));
  }
  return status;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : error}\n${USAGE}\n`);
  process.exitCode = 1;
}
