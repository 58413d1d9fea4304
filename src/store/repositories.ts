// Every repository of the store: one for each port of the domain modules.

import { Failure } from '../lib/failure.ts';
import type { CallOutcome, StoreTogether } from '../lib/together.ts';
import type { ServerStore } from '../servers/ports.ts';
import { createDueTimes } from './clock-leaps.ts';
import type { Database } from './engine.ts';
import { createAccountStore } from './repositories/accounts.ts';
import { createAdministrationStore } from './repositories/administration.ts';
import { createAuditLog } from './repositories/audit.ts';
import { createClaimStore } from './repositories/claims.ts';
import { createFavouriteStore } from './repositories/favourites.ts';
import { createHistoryStore } from './repositories/history.ts';
import { createModerationStore } from './repositories/moderation.ts';
import { createOutboxStore } from './repositories/outbox.ts';
import { createRallyStore } from './repositories/rallies.ts';
import {
  createInviteStore,
  createRegistrationStore,
  createSecretStore,
} from './repositories/registration.ts';
import { createReportStore } from './repositories/reports.ts';
import { createReturnAlertStore } from './repositories/return-alerts.ts';
import {
  createAccountLogStore,
  createDeviceStore,
  createSecurityStore,
  createSessionStore,
} from './repositories/security.ts';
import { createSiteStore } from './repositories/site.ts';
import { createVisitStore } from './repositories/visits.ts';
import { createWebhookStore } from './repositories/webhooks.ts';

export interface HealthStore {
  /** Writes for real, and changes nothing. Throws `unavailable` when nothing can be saved. */
  checkWrite(): Promise<void>;
  compareMigrations(): Promise<MigrationCounts>;
}

export interface MigrationCounts {
  missing: number;
  /** Migrations of a newer version, which this version cannot work with. */
  unknown: number;
  /** Migrations of a newer version, which this version works with: it runs while others are upgraded. */
  tolerated: number;
}

/** The shared ones, and those that each engine has of its own, for its speed or its rules. */
export type Repositories = ReturnType<typeof createSharedRepositories> & {
  servers: ServerStore;
  health: HealthStore;
};

/** The methods that are called together are each a transaction, undone alone inside this one. */
function createTogether(db: Database): StoreTogether {
  return {
    changeEach: (calls) =>
      db.transaction(async (tx) => {
        const repositories = createSharedRepositories(tx) as unknown as Record<string, Methods>;
        const outcomes: CallOutcome[] = [];
        for (const { store, method, args } of calls) {
          try {
            outcomes.push({ result: await repositories[store]?.[method]?.(...args) });
          } catch (error) {
            if (!(error instanceof Failure)) throw error;
            const { kind, message, field } = error;
            outcomes.push({ refused: { kind, message, field } });
          }
        }
        return outcomes;
      }),
  };
}

export function createSharedRepositories(db: Database) {
  return {
    moderation: createModerationStore(db),
    claims: createClaimStore(db),
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
    webhooks: createWebhookStore(db),
    dueTimes: createDueTimes(db),
    together: createTogether(db),
  };
}

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

export function wrapMethods(
  repositories: Repositories,
  replace: (
    method: Methods[string],
    repository: keyof Repositories,
    name: string,
  ) => Methods[string],
): Repositories {
  const replaced = Object.entries(repositories).map(([repository, methods]) => [
    repository,
    Object.fromEntries(
      Object.entries(methods as unknown as Methods).map(([name, method]) => [
        name,
        replace(method, repository as keyof Repositories, name),
      ]),
    ),
  ]);
  return Object.fromEntries(replaced);
}
