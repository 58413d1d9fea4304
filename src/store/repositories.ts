// Every repository of the store, over one connection.

import type { AdministrationStore } from '../accounts/administration-ports.ts';
import type { AuditLog } from '../accounts/audit-ports.ts';
import type { AccountStore, SessionStore } from '../accounts/ports.ts';
import type {
  EmailJobStore,
  InviteStore,
  RegistrationStore,
  SecretStore,
} from '../accounts/registration-ports.ts';
import type { AccountLogStore, DeviceStore, SecurityStore } from '../accounts/security-ports.ts';
import type { OutboxStore } from '../email/ports.ts';
import type { ClaimStore } from '../servers/claims/ports.ts';
import type { HistoryStore } from '../servers/history/ports.ts';
import type { ModerationStore, ReportStore } from '../servers/moderation/ports.ts';
import type { ServerStore } from '../servers/ports.ts';
import { createAccountLogStore } from './account-log.ts';
import { createSecretStore } from './account-secrets.ts';
import { createAccountStore } from './accounts.ts';
import { createAdministrationStore } from './administration.ts';
import { createAuditLog } from './audit.ts';
import { createClaimStore } from './claims.ts';
import type { Connection } from './connection.ts';
import { createDeviceStore } from './devices.ts';
import { createEmailJobStore } from './email-jobs.ts';
import { createHistoryStore } from './history.ts';
import { createInviteStore } from './invites.ts';
import { createModerationStore } from './moderation.ts';
import { createOutboxStore } from './outbox.ts';
import { createRegistrationStore } from './registration.ts';
import { createReportStore } from './reports.ts';
import { createSecurityStore } from './security.ts';
import { createServerStore } from './servers.ts';
import { createSessionStore } from './sessions.ts';

/** One repository for each port. */
export interface Repositories {
  servers: ServerStore;
  history: HistoryStore;
  moderation: ModerationStore;
  claims: ClaimStore;
  reports: ReportStore;
  accounts: AccountStore;
  administration: AdministrationStore;
  sessions: SessionStore;
  outbox: OutboxStore;
  audit: AuditLog;
  registration: RegistrationStore;
  secrets: SecretStore;
  emailJobs: EmailJobStore;
  invites: InviteStore;
  security: SecurityStore;
  devices: DeviceStore;
  accountLog: AccountLogStore;
}

/** Puts the repositories on an open connection. */
export function createRepositories(connection: Connection): Repositories {
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
    emailJobs: createEmailJobStore(connection),
    invites: createInviteStore(connection),
    security: createSecurityStore(connection),
    devices: createDeviceStore(connection),
    accountLog: createAccountLogStore(connection),
  };
}
