// Only faults at random times show what replicas promise: twenty seconds of what npm run test:chaos does for ten minutes.

import { expect, test } from 'bun:test';
import { runChaos } from '../chaos/chaos.ts';

const hasNginx = Bun.which('nginx') !== null;
if (!hasNginx) console.warn('Skipped: nginx is not installed here.');

/** Seconds; a run ends with the fault that it is in. */
const LASTS = 20;

test.skipIf(!hasNginx)(
  'whatever happens to replicas and their database, nothing promised is gone or given twice',
  async () => {
    const seed = Number(process.env.MUSTER_TEST_SEED ?? Math.floor(Math.random() * 1_000_000));
    console.info(`MUSTER_TEST_SEED=${seed}`);
    const report = await runChaos({ seconds: LASTS, seed, log: console.info });
    const { faults, wrong, ...counts } = report;
    console.info(`${faults.length} faults: ${JSON.stringify(counts)}`);
    expect(wrong).toEqual([]);
    expect(counts.answered).toBeGreaterThan(200);
    expect(counts.accounts).toBeGreaterThan(0);
    expect(counts.spent).toBeGreaterThan(0);
    expect(counts.terms).toBeGreaterThan(0);
  },
  180_000,
);
