// The events of backups.

import { Failure } from '../../platform/lib/failure.ts';
import { describeError } from '../../platform/ops/describe-error.ts';
import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

export const backupsEvents = {
  backup_command_failed: ['store', 'error', 'backup_command failed'],
  backup_failed: {
    line: ['store', 'error', 'Backup failed'],
    tell({ note }, { error }: { error: unknown }) {
      const { kind, detail } = describeError(error);
      note({ kind, reason: error instanceof Failure ? error.message : detail });
    },
  },
  backup_made: ['store', 'info', 'Backup made'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof backupsEvents>;
