// Heartbeats of 100 and of 10,000 servers, against a bare handler that only parses the same form.

import { startBare } from '../harness/bare-server.ts';
import { compareRates } from '../harness/compare.ts';
import { type PlannedRequest, planLoad } from '../harness/load.ts';
import { type RunningMuster, startMuster } from '../harness/muster.ts';
import { makeHeartbeatForms, makeServersOfOneAddress } from '../harness/population.ts';
import { alternate } from '../harness/rounds.ts';
import { seedServers } from '../harness/seed.ts';
import type { Row } from '../harness/table.ts';
import type { MeasureContext } from './measure.ts';

const FEW = 100;
const MANY = 10_000;
const BARE_TARGET = { atLeast: 0.5 };
const MANY_TARGET = { atLeast: 0.9 };
/** How often the players of each server change before the forms repeat. */
const PASSES = 4;
/** The list is made and saved once more after the last beat; the next side must not pay for it. */
const SETTLE_MS = 1_500;

/** A service that knows so many servers of this machine, and their heartbeats as MCGalaxy sends them. */
export async function startBeaten(
  { workplace, binary }: MeasureContext,
  count: number,
): Promise<{ muster: RunningMuster; requests: PlannedRequest[] }> {
  const folder = await workplace.makeFolder();
  const servers = makeServersOfOneAddress('127.0.0.1', count, Date.now());
  await seedServers(folder, servers);
  const requests = makeHeartbeatForms(servers, PASSES).map((body) => ({
    method: 'POST' as const,
    path: '/server/heartbeat/',
    headers: {
      'User-Agent': 'MCGalaxy 1.9.5.3',
      'Content-Type': 'application/x-www-form-urlencoded',
      Connection: 'keep-alive',
    },
    body,
  }));
  return { muster: await startMuster(workplace, { binary, folder }), requests };
}

/** Measures the rates and checks that all servers are listed after them. */
export async function measureHeartbeats(context: MeasureContext): Promise<Row[]> {
  const { workplace, say } = context;
  say('heartbeats');
  const few = await startBeaten(context, FEW);
  const many = await startBeaten(context, MANY);
  const url = `http://localhost:${few.muster.port}/server/play/${'0'.repeat(32)}/`;
  const bare = await startBare(workplace, { answer: 'form', text: url });
  const knowing = await startBare(workplace, { answer: 'form', text: url, readsSender: true });
  const sides = await alternate(
    workplace,
    { ...context.pace, settleMs: SETTLE_MS },
    {
      few: await planLoad(workplace, few.muster, few.requests),
      bare: await planLoad(workplace, bare, few.requests),
      knowing: await planLoad(workplace, knowing, few.requests),
      many: await planLoad(workplace, many.muster, many.requests),
    },
  );
  await checkBeats(few.muster, FEW);
  await checkBeats(many.muster, MANY);
  await Promise.all([few.muster.stop(), many.muster.stop(), bare.stop(), knowing.stop()]);
  const parser = { name: 'bare form parser', results: sides.bare };
  const knower = { name: 'bare form parser that reads its sender', results: sides.knowing };
  const hundred = { name: '100 servers', results: sides.few };
  return [
    compareRates('heartbeats, 100 servers', sides.few, parser, BARE_TARGET),
    compareRates('heartbeats, 100 servers', sides.few, knower, undefined),
    compareRates('bare form parser that reads its sender', sides.knowing, parser, undefined),
    compareRates('heartbeats, 10,000 servers', sides.many, parser, BARE_TARGET),
    compareRates('heartbeats, 10,000 servers', sides.many, hundred, MANY_TARGET),
  ];
}

/** Throws when heartbeats are refused, or not listed: the figure would be that of something else. */
export async function checkBeats(muster: RunningMuster, count: number): Promise<void> {
  const address = `http://127.0.0.1:${muster.port}`;
  const form = '&port=1&max=64&name=Last&public=True&salt=abc&users=63&software=&web=False';
  const answer = await fetch(`${address}/heartbeat.jsp?${form}`);
  const text = await answer.text();
  if (!text.includes('/server/play/')) throw new Error(`A heartbeat was refused: ${text}`);
  await Bun.sleep(SETTLE_MS);
  const response = await fetch(`${address}/api/servers`);
  const { servers } = (await response.json()) as { servers: { name: string }[] };
  if (servers.length !== count || !servers.some(({ name }) => name === 'Last')) {
    throw new Error(`${servers.length} servers are listed after heartbeats of ${count}.`);
  }
}
