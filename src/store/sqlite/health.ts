// What the health checks find out about the database, and the repository that they use.

import { basename } from 'node:path';
import { type CheckState, type HealthCheck, WELL } from '../../lib/readiness.ts';
import type { HealthStore } from '../repositories.ts';
import type { Connection } from './connection.ts';
import { describeDamage, isHistory, nameTables } from './damage.ts';
import type { FileProblem } from './file-watch.ts';
import { migrations } from './migrations.ts';
import type { DamageReport } from './set-aside.ts';

/** Why nothing can be saved; files deleted or replaced; damaged tables; a clock that is not the database's. */
export type StoreChecks = Readonly<
  Record<'database' | 'database_file' | 'damage', HealthCheck> & { clock?: HealthCheck }
>;

export function createHealthStore({ client }: Connection): HealthStore {
  return {
    async checkWrite() {
      // Setting the number that the file has already writes its first page, which is then synced.
      const { application_id: id } = client
        .query<{ application_id: number }, []>('PRAGMA application_id')
        .get() ?? { application_id: 0 };
      client.run(`PRAGMA application_id = ${id}`);
    },
    async compareMigrations() {
      const rows = client.query<{ tag: string }, []>('SELECT tag FROM muster_migrations').all();
      const applied = new Set(rows.map(({ tag }) => tag));
      const known = new Set(migrations.map(({ tag }) => tag));
      return {
        missing: known.difference(applied).size,
        unknown: applied.difference(known).size,
        // One service has its data folder for itself, so versions never meet there.
        tolerated: 0,
      };
    },
  };
}

export function describeFiles(problem: FileProblem): CheckState {
  const since = new Date(problem.since).toISOString();
  return { status: 'failed', message: `${problem.reason} (Since ${since}.)` };
}

export function describeReport(report: DamageReport | undefined): CheckState {
  if (report === undefined) return WELL;
  const { kind, tables } = report;
  const isServed = kind === 'set aside' || isHistory(tables);
  return { status: isServed ? 'degraded' : 'failed', message: sentenceOf(report) };
}

function sentenceOf(report: DamageReport): string {
  const { kind, tables } = report;
  switch (kind) {
    case 'set aside':
      return `${nameTables(tables, 'was')} damaged, and what could be read is in use. The previous database is kept as backups/${basename(report.path)}.`;
    case 'not set aside':
      return `${nameTables(tables)} damaged and could not be set aside (${report.reason}).${isHistory(tables) ? ' New history is kept in memory until the service ends.' : ''}`;
    case 'damaged':
      return describeDamage(tables);
  }
}
