// Every repository of the store, over one connection.

import { createAccountLogStore } from './account-log.ts';
import { createSecretStore } from './account-secrets.ts';
import { createAccountStore } from './accounts.ts';
import { createAdministrationStore } from './administration.ts';
import { createAuditLog } from './audit.ts';
import { createClaimStore } from './claims.ts';
import type { Connection } from './connection.ts';
import { createDeviceStore } from './devices.ts';
import { createHealthStore } from './health.ts';
import { createHistoryStore } from './history.ts';
import { createInviteStore } from './invites.ts';
import { createModerationStore } from './moderation.ts';
import { createOutboxStore } from './outbox.ts';
import { createRegistrationStore } from './registration.ts';
import { createReportStore } from './reports.ts';
import { createSecurityStore } from './security.ts';
import { createServerStore } from './servers.ts';
import { createSessionStore } from './sessions.ts';
import { createSiteStore } from './site.ts';

/** One repository for each port of the domain modules. */
export type Repositories = ReturnType<typeof createRepositories>;

/** Opens the repositories over an open connection. */
export function createRepositories(connection: Connection) {
  return {
    servers: createServerStore(connection),
    history: createHistoryStore(connection),
    moderation: createModerationStore(connection),
    claims: createClaimStore(connection),
    reports: createReportStore(connection),
    accounts: createAccountStore(connection),
    administration: createAdministrationStore(connection),
    sessions: createSessionStore(connection),
    outbox: createOutboxStore(connection),
    audit: createAuditLog(connection),
    registration: createRegistrationStore(connection),
    secrets: createSecretStore(connection),
    invites: createInviteStore(connection),
    security: createSecurityStore(connection),
    devices: createDeviceStore(connection),
    accountLog: createAccountLogStore(connection),
    site: createSiteStore(connection),
    health: createHealthStore(connection),
  };
}
