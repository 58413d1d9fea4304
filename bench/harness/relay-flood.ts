// Starts and stops hostile relays, and lists meanwhile.

import { join } from 'node:path';
import type { Workplace } from './workplace.ts';

/** Arguments of the flood's process. */
export interface RelayFloodPlan {
  port: number;
  /** Where its game server listens, which is listed already. */
  gamePort: number;
  relays: number;
  /** What is sent without end, and by which side. */
  kind: 'nothing' | 'browser pings' | 'browser pongs' | 'game pings' | 'game messages';
}

/** How many relays were opened, closed by the service, and refused. */
export interface RelayFloodResult {
  opened: number;
  closed: number;
  refused: number;
}

const FLOOD = join(import.meta.dir, '../relay-flood.ts');

/** Starts the flood. `stop` ends it, and tells how it went. */
export function startRelayFlood(
  workplace: Workplace,
  plan: RelayFloodPlan,
): { stop(): Promise<RelayFloodResult> } {
  const child = workplace.spawn({
    // The lists that are timed meanwhile are fetched on the same core.
    cmd: ['nice', '-n', '19', process.execPath, FLOOD, JSON.stringify(plan)],
    place: 'load',
  });
  return {
    async stop() {
      const output = new Response(child.stdout).text();
      await workplace.end(child);
      return JSON.parse(await output);
    },
  };
}
