// Only faults under traffic show what replicas promise: each once, of what npm run test:chaos does for ten minutes.

import { expect, test } from 'bun:test';
import { runChaos } from '../chaos/chaos.ts';
import { BUSY_MACHINE } from './client.ts';

const hasNginx = Bun.which('nginx') !== null;
if (!hasNginx) console.warn('Skipped: nginx is not installed here.');

test.skipIf(!hasNginx)(
  'whatever happens to replicas and their database, nothing promised is gone or given twice',
  async () => {
    const seed = Number(process.env.MUSTER_TEST_SEED ?? Math.floor(Math.random() * 1_000_000));
    console.info(`MUSTER_TEST_SEED=${seed}`);
    const report = await runChaos({ seconds: 0, seed, log: console.info });
    const { faults, wrong, ...counts } = report;
    console.info(`${faults.length} faults: ${JSON.stringify(counts)}`);
    expect(wrong).toEqual([]);
    expect(counts.answered).toBeGreaterThan(200);
    expect(counts.accounts).toBeGreaterThan(0);
    expect(counts.spent).toBeGreaterThan(0);
    expect(counts.changes).toBeGreaterThan(20);
    expect(counts.reports).toBeGreaterThan(0);
    expect(counts.told).toBeGreaterThan(counts.reports);
    expect(counts.terms).toBeGreaterThan(1);
  },
  { ...BUSY_MACHINE, timeout: 300_000 },
);
