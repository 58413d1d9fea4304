// The way into the room: opens the store that the other rooms' ports are served from.

import { basename } from 'node:path';
import type { AdministrationStore } from '../accounts/administration-ports.ts';
import type { AuditLog } from '../accounts/audit-ports.ts';
import type { AccountStore, SessionStore } from '../accounts/ports.ts';
import type {
  ErrandStore,
  InviteStore,
  RegistrationStore,
  SecretStore,
} from '../accounts/registration-ports.ts';
import type { AccountLogStore, DeviceStore, SecurityStore } from '../accounts/security-ports.ts';
import { systemClock } from '../lib/clock.ts';
import type { Finding, ReadinessCheck } from '../lib/readiness.ts';
import type { LetterStore } from '../mail/ports.ts';
import type { ClaimStore } from '../servers/claims/claim-ports.ts';
import type { ModerationStore } from '../servers/moderation/moderation-ports.ts';
import type { ReportStore } from '../servers/moderation/report-ports.ts';
import type { ChangeSignal, HistoryStore, ServerStore } from '../servers/ports.ts';
import { createAccountLogStore } from './account-log.ts';
import { createSecretStore } from './account-secrets.ts';
import { createAccountStore } from './accounts.ts';
import { createAdministrationStore } from './administration.ts';
import { createAuditLog } from './audit.ts';
import { createChangeSignal } from './change-signal.ts';
import { createClaimStore } from './claims.ts';
import type { Connection } from './connection.ts';
import { openDatabase, type StoreHooks, type StoreLocation } from './database.ts';
import { createDeviceStore } from './devices.ts';
import { renewEmailKeys } from './email-keys.ts';
import { createErrandStore } from './errands.ts';
import { describeStorageFailure, findSqliteError } from './errors.ts';
import { createFileWatch, type FileProblem } from './file-watch.ts';
import { backupFolder, databasePath } from './folder.ts';
import { createHistoryStore } from './history.ts';
import { type HistoryFate, watchHistory } from './history-damage.ts';
import { createInviteStore } from './invites.ts';
import { createLetterStore } from './letters.ts';
import { migrations } from './migrations.ts';
import { createModerationStore } from './moderation.ts';
import { createRegistrationStore } from './registration.ts';
import { createReportStore } from './reports.ts';
import { createSecurityStore } from './security.ts';
import { createServerStore } from './servers.ts';
import { createSessionStore } from './sessions.ts';

/** Every repository over one connection. Disposing it writes the WAL back and closes the files. */
export interface Store extends Disposable {
  servers: ServerStore;
  history: HistoryStore;
  moderation: ModerationStore;
  claims: ClaimStore;
  reports: ReportStore;
  accounts: AccountStore;
  administration: AdministrationStore;
  sessions: SessionStore;
  letters: LetterStore;
  audit: AuditLog;
  registration: RegistrationStore;
  secrets: SecretStore;
  errands: ErrandStore;
  invites: InviteStore;
  security: SecurityStore;
  devices: DeviceStore;
  accountLog: AccountLogStore;
  changes: ChangeSignal;
  /** Looks whether the files that are open are still those of the folder; for a service, once a second. */
  lookAtFiles(): void;
  /** What is wrong with the files of a service. */
  findings: ReadinessCheck;
  /** How many migrations the database has had. */
  schemaVersion: number;
  /** Reads the whole database and returns what is wrong with it, a line each; slow on a large one. */
  checkIntegrity(): string[];
}

/**
 * Opens the store in `<folder>/muster.db`, or in memory; makes the folder and the file, and brings
 * the schema up to date, after keeping a copy of what it was. Several processes may have it open at
 * once. Throws `unavailable` when it cannot be used.
 */
export function openStore(location: StoreLocation, hooks: StoreHooks = {}): Store {
  const { service } = hooks;
  if (service === undefined || 'memory' in location) {
    return createStore(openUpToDate(location, hooks));
  }
  let fate: HistoryFate | undefined;
  function onHistory(found: HistoryFate): void {
    fate = found;
    service?.onHistory(found);
  }
  const path = databasePath(location.folder);
  const connection = openUpToDate(location, {
    ...hooks,
    service: { ...service, onHistory },
  });
  const watch = createFileWatch(
    {
      client: connection.client,
      refuseChanges: (isRefused) => connection.client.run(`PRAGMA query_only = ${isRefused}`),
    },
    {
      path,
      copyFolder: backupFolder(location.folder),
      now: (hooks.clock ?? systemClock).now,
      events: service,
    },
  );
  const store = createStore(connection);
  return {
    ...store,
    history:
      fate?.kind === 'unusable'
        ? createHistoryStore(openDatabase({ memory: true }, migrations, {}))
        : watchHistory(store.history, path, () => onHistory({ kind: 'damaged' })),
    lookAtFiles: watch.look,
    findings: () => [...describeFiles(watch.problem()), ...describeHistory(fate)],
    [Symbol.dispose]() {
      watch.finish();
      store[Symbol.dispose]();
    },
  };
}

/** A database of this version, its rows included. */
function openUpToDate(location: StoreLocation, hooks: StoreHooks): Connection {
  const connection = openDatabase(location, migrations, hooks);
  try {
    renewEmailKeys(connection);
    return connection;
  } catch (error) {
    connection.client.close(true);
    throw error;
  }
}

function describeFiles(problem: FileProblem | undefined): Finding[] {
  if (problem === undefined) return [];
  const since = new Date(problem.since).toISOString();
  return [{ reason: `${problem.reason} (Since ${since}.)`, isReady: false }];
}

function describeHistory(fate: HistoryFate | undefined): Finding[] {
  if (fate === undefined) return [];
  return [{ reason: historySentence(fate), isReady: true }];
}

function historySentence(fate: HistoryFate): string {
  switch (fate.kind) {
    case 'set aside':
      return `The history of players was damaged and began anew; the database as it was is kept as backups/${basename(fate.path)}.`;
    case 'unusable':
      return `The history of players is damaged and could not be set aside (${fate.reason}): it is kept in memory until the service ends.`;
    case 'damaged':
      return 'The history of players is damaged: restart the service, which sets it aside.';
  }
}

/** Puts the repositories on an open connection, which the store closes when it is disposed. */
export function createStore(connection: Connection): Store {
  return {
    lookAtFiles() {},
    findings: () => [],
    servers: createServerStore(connection),
    history: createHistoryStore(connection),
    moderation: createModerationStore(connection),
    claims: createClaimStore(connection),
    reports: createReportStore(connection),
    accounts: createAccountStore(connection),
    administration: createAdministrationStore(connection),
    sessions: createSessionStore(connection),
    letters: createLetterStore(connection),
    audit: createAuditLog(connection),
    registration: createRegistrationStore(connection),
    secrets: createSecretStore(connection),
    errands: createErrandStore(connection),
    invites: createInviteStore(connection),
    security: createSecurityStore(connection),
    devices: createDeviceStore(connection),
    accountLog: createAccountLogStore(connection),
    changes: createChangeSignal(connection),
    schemaVersion: migrations.length,
    checkIntegrity: () => findDamage(connection),
    // The last connection to close writes the WAL back and removes it. With `true` the statements
    // that were prepared end as well; otherwise the file stays open until they are collected.
    [Symbol.dispose]: () => connection.client.close(true),
  };
}

function findDamage({ client }: Connection): string[] {
  try {
    const lines = client
      .prepare<{ integrity_check: string }, []>('PRAGMA integrity_check')
      .all()
      .map((row) => row.integrity_check);
    const orphans = client
      .prepare<{ table: string; parent: string }, []>('PRAGMA foreign_key_check')
      .all()
      .map((row) => `A row of ${row.table} belongs to nothing in ${row.parent}.`);
    return [...lines.filter((line) => line !== 'ok'), ...orphans];
  } catch (error) {
    // Some damage keeps SQLite from finishing its look.
    const sentence = describeStorageFailure(findSqliteError(error)?.code);
    if (sentence === undefined) throw error;
    return [sentence];
  }
}
