// Opens the backups of the running service.

import { WELL } from '../../platform/lib/finding.ts';
import { metric } from '../../platform/ops/metrics.ts';
import { type BackupParts, type Backups, createBackups } from './backups.ts';
import type { BackupSettings } from './settings.ts';

/** Opens the schedule of the service. There is none without a database file to back up. */
export function openBackups(settings: BackupSettings, parts: BackupParts, isBackedUp: boolean) {
  if (!isBackedUp) return describe({ jobs: [], check: () => WELL, ageSeconds: () => 0 });
  const backups = createBackups(settings, parts);
  return {
    ...describe(backups),
    async stop() {
      backups[Symbol.dispose]();
    },
  };
}

const describe = ({ jobs, check, ageSeconds }: Omit<Backups, typeof Symbol.dispose>) => ({
  check,
  jobs,
  metrics: [
    metric(
      'muster_backup_age_seconds',
      'Time since the latest backup, or since the database was created if there is none.',
      () => [[ageSeconds()]],
    ),
  ],
});
