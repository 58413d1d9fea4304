// The checks of /readyz over all modules.

import { checkOutbox } from '../modules/email/metrics.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { codeOf, Failure } from '../platform/lib/failure.ts';
import { type Found, failed, WELL, warning } from '../platform/lib/finding.ts';
import { checkFreeSpace } from '../platform/lib/free-space.ts';
import type { Jobs } from '../platform/ops/jobs.ts';
import { checkLogOutput } from '../platform/ops/log-output.ts';
import type { Readiness } from '../platform/ops/readiness.ts';
import type { ServiceStore } from './open-stores.ts';
import type { Settings } from './options.ts';

export function addHealthChecks(
  readiness: Readiness,
  options: {
    settings: Settings;
    store: ServiceStore;
    jobs: Jobs;
    clock: Clock;
    checkBackups: () => Found;
    isInMemory: boolean;
  },
): void {
  const { settings, store, jobs, clock, checkBackups, isInMemory } = options;
  // The store's own check knows the reason when a write fails.
  readiness.add('database', store.checks.database, () => store.health.checkWrite().catch(() => {}));
  readiness.add('damage', store.checks.damage);
  if (store.checks.clock !== undefined) readiness.add('clock', store.checks.clock);
  addProbed(readiness, 'migrations', () => checkMigrations(store));
  if (!isInMemory) addProbed(readiness, 'disk_space', () => checkFreeSpace(settings));
  readiness.add('backup', checkBackups);
  readiness.add('log', checkLogOutput);
  addProbed(readiness, 'email_queue', () => checkOutbox(store.outbox, clock));
  readiness.add('jobs', () => {
    const late = jobs.listLate();
    return late.length === 0 ? WELL : warning(`Overdue work: ${late.join(', ')}.`);
  });
}

function addProbed(readiness: Readiness, name: string, find: () => Promise<Found>): void {
  let state = WELL;
  readiness.add(
    name,
    () => state,
    async () => {
      try {
        state = await find();
      } catch (error) {
        // Messages of the operating system contain paths.
        const reason = error instanceof Failure ? error.message : `(${codeOf(error)})`;
        state = warning(`This could not be checked: ${reason}`);
      }
    },
  );
}

async function checkMigrations({ health }: ServiceStore): Promise<Found> {
  const { missing, unknown } = await health.compareMigrations();
  if (missing === 0 && unknown === 0) return WELL;
  return failed(
    `The database is missing ${missing} migrations of this version, and has ${unknown} migrations of a newer version that this version cannot work with.`,
  );
}
