// Every repository of the store, over one connection.

import { createAccountLogStore } from './repositories/account-log.ts';
import { createSecretStore } from './repositories/account-secrets.ts';
import { createAccountStore } from './repositories/accounts.ts';
import { createAdministrationStore } from './repositories/administration.ts';
import { createAuditLog } from './repositories/audit.ts';
import { createClaimStore } from './repositories/claims.ts';
import type { Connection } from './sqlite/connection.ts';
import { createDeviceStore } from './repositories/devices.ts';
import { createHealthStore } from './sqlite/health.ts';
import { createHistoryStore } from './sqlite/history.ts';
import { createInviteStore } from './repositories/invites.ts';
import { createModerationStore } from './repositories/moderation.ts';
import { createOutboxStore } from './repositories/outbox.ts';
import { createRegistrationStore } from './repositories/registration.ts';
import { createReportStore } from './repositories/reports.ts';
import { createSecurityStore } from './repositories/security.ts';
import { createServerStore } from './sqlite/servers.ts';
import { createSessionStore } from './repositories/sessions.ts';
import { createSiteStore } from './repositories/site.ts';

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
