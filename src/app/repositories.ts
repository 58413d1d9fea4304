// Every repository of the store: one for each port of the domain modules.

import { createAccountLogStore } from '../modules/account/account-log-store.ts';
import { createAccountStore } from '../modules/account/account-store.ts';
import { createSecretStore } from '../modules/account/one-time-secrets-store.ts';
import { createAdministrationStore } from '../modules/administration/administration-store.ts';
import { createAuditLog } from '../modules/audit/audit-store.ts';
import { createClaimStore } from '../modules/claims/claims-store.ts';
import { createOutboxStore } from '../modules/email/outbox-store.ts';
import { createFavouriteStore } from '../modules/favourites/favourites-store.ts';
import { createHistoryStore } from '../modules/history/history-store.ts';
import { createVisitStore } from '../modules/list/visits-store.ts';
import { createModerationStore } from '../modules/moderation/moderation-store.ts';
import { createReportStore } from '../modules/moderation/reports-store.ts';
import { createRallyStore } from '../modules/rallies/rallies-store.ts';
import {
  createInviteStore,
  createRegistrationStore,
} from '../modules/registration/registration-store.ts';
import type { ServerStore } from '../modules/registry/server-ports.ts';
import { createReturnAlertStore } from '../modules/return-alerts/return-alerts-store.ts';
import { createDeviceStore } from '../modules/sessions/devices-store.ts';
import { createSessionStore } from '../modules/sessions/sessions-store.ts';
import { createSiteStore } from '../modules/site/site-store.ts';
import { createSecurityStore } from '../modules/two-factor/two-factor-store.ts';
import { createWebhookStore } from '../modules/webhooks/webhooks-store.ts';
import { Failure } from '../platform/lib/failure.ts';
import type { CallOutcome, StoreTogether } from '../platform/lib/together.ts';
import { createDueTimes } from '../platform/store/clock-leaps.ts';
import type { Database } from '../platform/store/engine.ts';
import type { HealthStore } from '../platform/store/store-ports.ts';

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
