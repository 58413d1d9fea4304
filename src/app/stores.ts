// The stores of every module, under the names that the service uses, and how SQLite opens them. The writer thread loads
// this list and nothing else of the modules.

import { createAccountLogStore } from '../modules/account/account-log-store.ts';
import { createAccountStore } from '../modules/account/account-store.ts';
import { createSecretStore } from '../modules/account/one-time-secrets-store.ts';
import { createAdministrationStore } from '../modules/administration/administration-store.ts';
import { createAuditLog } from '../modules/audit/audit-store.ts';
import { createClaimStore } from '../modules/claims/claims-store.ts';
import { createOutboxStore } from '../modules/email/outbox-store.ts';
import { createFavouriteStore, moveFavourites } from '../modules/favourites/favourites-store.ts';
import { createHistoryStore } from '../modules/history/history-store.ts';
import { createVisitStore } from '../modules/list/visits-store.ts';
import { createModerationStore, moveMarks } from '../modules/moderation/moderation-store.ts';
import { createReportStore } from '../modules/moderation/reports-store.ts';
import { hasReason, MARK_KINDS } from '../modules/moderation/server-actions.ts';
import { createRallyStore } from '../modules/rallies/rallies-store.ts';
import {
  createInviteStore,
  createRegistrationStore,
} from '../modules/registration/registration-store.ts';
import { batchPacking } from '../modules/registry/packed-batch.ts';
import type { ServerStore } from '../modules/registry/server-ports.ts';
import { createServerStore } from '../modules/registry/sqlite-server-store.ts';
import { createReturnAlertStore } from '../modules/return-alerts/return-alerts-store.ts';
import { createDeviceStore } from '../modules/sessions/devices-store.ts';
import { createSessionStore } from '../modules/sessions/sessions-store.ts';
import { createSqliteSessionStore } from '../modules/sessions/sqlite-sessions-store.ts';
import { createSiteStore } from '../modules/site/site-store.ts';
import { createSecurityStore } from '../modules/two-factor/two-factor-store.ts';
import { createWebhookStore } from '../modules/webhooks/webhooks-store.ts';
import type { Joined, OptionalModule } from '../platform/module/description.ts';
import type { DueTimeColumns } from '../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../platform/store/engine.ts';
import type { ServiceList } from '../platform/store/sqlite/open-service-store.ts';
import { sqliteKit } from '../platform/store/sqlite/table-kit.ts';
import type { Opened } from '../platform/store/stores.ts';
import * as optional from './optional-modules.ts';
import { createTables } from './tables.ts';

const optionalModules: readonly OptionalModule[] = Object.values(optional);

/** The stores that are the same for every engine. */
export type ModuleStores = ReturnType<typeof createModuleStores>;

/** The stores that differ by engine, for speed or because of its rules. */
export interface EngineStores {
  servers: ServerStore;
}

export type Stores = Opened<ModuleStores & EngineStores>;

const optionalDueTimes: Joined<typeof optional, 'dueTimes'> = Object.assign(
  {},
  ...optionalModules.map(({ dueTimes }) => dueTimes),
);

/**
 * The due times, and the times from which a wait is counted. Ends that people chose (of bans, suspensions and notices)
 * are dates and stay as they are.
 */
const dueTimes: DueTimeColumns = {
  due: {
    accountSecrets: ['expiresAt', 'waitUntil', 'createdAt'],
    accountSecurity: ['protectedUntil'],
    addressCodes: ['expiresAt'],
    claimCodes: ['expiresAt'],
    firstAdministratorLinks: ['expiresAt'],
    heartbeatKeys: ['movedAt', 'notifiedAt', 'contestedAt'],
    invites: ['expiresAt'],
    loginCodes: ['validUntil'],
    outbox: ['nextAttemptAt', 'expiresAt'],
    pledges: ['expiresAt'],
    pushBrowsers: ['dueAt'],
    reservedNames: ['reservedUntil'],
    returnAlerts: ['expiresAt'],
    webhooks: ['nextAttemptAt'],
    ...optionalDueTimes,
  },
  // A pledge notifies its browsers for an hour from this time.
  since: { pledges: ['metAt'] },
};

/** Marks without a reason keep no server off the list, so a start can do without them. */
const NO_PLAIN_MARKS = Object.fromEntries(
  MARK_KINDS.filter((kind) => !hasReason(kind)).map((kind) => [`listMarks ${kind}`, []]),
);

export const sharedList = { dueTimes, createStores: createModuleStores };

export const sqliteList: ServiceList<ModuleStores, EngineStores> = {
  ...sharedList,
  tables: createTables(sqliteKit),
  createOwnStores: (db, client) => ({
    servers: createServerStore(db, client),
    sessions: createSqliteSessionStore(db),
  }),
  packing: batchPacking,
  // If one of these fails, nothing else may fail. Bans are not among them.
  dispensable: {
    servers: { loadServers: { servers: [], lastAliveAt: undefined } },
    dueTimes: { findLastAliveAt: undefined },
    site: { listValues: [], findNotice: undefined },
    moderation: { ...NO_PLAIN_MARKS, listFilterWords: [] },
    claims: { listCodes: [], listKeys: [], listFormers: [] },
    visits: { countVisits: [] },
    ...Object.assign({}, ...optionalModules.map((each) => each.dispensable)),
  },
};

function createModuleStores(db: Database) {
  return {
    moderation: createModerationStore(db),
    claims: createClaimStore(db, {
      async followMove(...move) {
        await moveFavourites(...move);
        await moveMarks(...move);
        for (const { moveServer } of optionalModules) await moveServer?.(...move);
      },
      isManager,
    }),
    reports: createReportStore(db),
    returnAlerts: createReturnAlertStore(db),
    rallies: createRallyStore(db),
    favourites: createFavouriteStore(db),
    visits: createVisitStore(db),
    history: createHistoryStore(db),
    accounts: createAccountStore(db),
    administration: createAdministrationStore(db),
    sessions: createSessionStore(db),
    outbox: createOutboxStore(db),
    audit: createAuditLog(db),
    registration: createRegistrationStore(db),
    secrets: createSecretStore(db),
    invites: createInviteStore(db),
    security: createSecurityStore(db),
    devices: createDeviceStore(db),
    accountLog: createAccountLogStore(db),
    site: createSiteStore(db),
    webhooks: createWebhookStore(db, { isManager }),
    ...createOptionalStores(db),
  };
}

/** Whether an optional module lets an account edit the server of another one. */
async function isManager(tx: Queries, accountId: number, hash: string): Promise<boolean> {
  for (const each of optionalModules) {
    if (await each.isManager?.(tx, accountId, hash)) return true;
  }
  return false;
}

const createOptionalStores = (db: Database): Joined<typeof optional, 'createStores'> =>
  Object.assign({}, ...optionalModules.map(({ createStores }) => createStores?.(db)));
