// Opens the account modules of a running service over one store: logins, registration, administration, and their jobs.

import { createPlayers, hideEndedSuspensions } from '../modules/account/account.ts';
import { createAccountLog } from '../modules/account/account-log.ts';
import type {
  AccountEvent,
  AccountLogStore,
  CountryFinder,
} from '../modules/account/account-log-ports.ts';
import { createReservedNames } from '../modules/account/account-names.ts';
import type {
  AccountStore,
  AdministrationStore,
  InviteStore,
  RegistrationStore,
  SecretStore,
  SessionStore,
} from '../modules/account/account-ports.ts';
import { type BoundedPasswords, boundHashing } from '../modules/account/passwords.ts';
import type { RegistrationRules } from '../modules/account/settings.ts';
import { createAccountAdministration } from '../modules/administration/administration.ts';
import { createAuditReader } from '../modules/audit/audit.ts';
import type { AuditLog } from '../modules/audit/audit-log.ts';
import type { EmailJobStore, Mailer } from '../modules/email/email-ports.ts';
import { createBruteForceProtection } from '../modules/login/brute-force-protection.ts';
import {
  createCredentialCheck,
  createLauncherLogin,
  createLoginCompletion,
  LOGIN_TOKEN_LIFETIME_MS,
} from '../modules/login/login.ts';
import { createPageLogin } from '../modules/login/page-login.ts';
import { createRegistration } from '../modules/registration/registration.ts';
import type { DeviceStore } from '../modules/sessions/device-ports.ts';
import {
  createAccountSessions,
  createAnonymousSessions,
  createDevices,
  createSignedTokens,
  createVisitorFinder,
  type Visitor,
} from '../modules/sessions/sessions.ts';
import { hasFactor } from '../modules/two-factor/factors.ts';
import { createLoginCodes } from '../modules/two-factor/login-codes.ts';
import { createOwnerProof } from '../modules/two-factor/owner-proof.ts';
import type { SecurityStore } from '../modules/two-factor/security-ports.ts';
import { createSecuritySettings } from '../modules/two-factor/security-settings.ts';
import { createTwoFactor } from '../modules/two-factor/two-factor.ts';
import type { QueueBounds } from '../platform/lib/bounded-queue.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { defaultHashingBounds, type PasswordHasher } from '../platform/lib/password-hash.ts';
import { createReloaded } from '../platform/lib/reloaded.ts';
import { createMemoryStates } from '../platform/lib/shared-states.ts';
import type { SharedStates } from '../platform/lib/state-ports.ts';
import { createJob } from '../platform/lib/timers.ts';
import type { StoreTogether } from '../platform/lib/together.ts';
import type { Caller } from '../platform/lib/visitor.ts';
import type { Report } from './events.ts';
import { auditWords } from './facts.ts';

/** The ports that the parts of the module are made with. */
interface Ports {
  accounts: AccountStore;
  sessions: SessionStore;
  registration: RegistrationStore;
  secrets: SecretStore;
  invites: InviteStore;
  administration: AdministrationStore;
  security: SecurityStore;
  devices: DeviceStore;
  accountLog: AccountLogStore;
  outbox: EmailJobStore;
  mailer: Mailer;
  countries: CountryFinder;
  clock: Clock;
  states: SharedStates;
  rules: RegistrationRules;
  /** Version of the site's rules that people agree to; `undefined` while the site has no rules. */
  rulesVersion(): string | undefined;
  isReservedName(name: string): boolean;
  /** Whether a login from a device that the account does not know needs a mailed code. */
  isNewDeviceCodeOn(): boolean;
  siteName(): string;
  report: Report;
}

function createAccounts(given: Ports & { passwords: BoundedPasswords }) {
  const ports = hideEndedSuspensions(given);
  const { states } = ports;
  const anonymous = createAnonymousSessions(ports);
  const accountSessions = createAccountSessions(ports);
  const purpose = { purpose: 'login tokens', lifetimeMs: LOGIN_TOKEN_LIFETIME_MS };
  const tokens = createSignedTokens(ports, purpose);
  const log = createAccountLog(ports);
  const devices = createDevices(ports);
  const bruteForce = createBruteForceProtection({ ...ports, log });
  const credentials = createCredentialCheck({
    ...ports,
    findKnown: devices.findKnown,
    onWrongPassword: bruteForce.noteWrong,
  });
  const loginCodes = createLoginCodes(ports);
  const twoFactor = createTwoFactor({ ...ports, loginCodes, log });
  const ownerProof = createOwnerProof({ ...ports, ...credentials, twoFactor, devices });
  const made = { anonymous, accountSessions, log, devices, credentials, loginCodes, twoFactor };
  const parts = { ...ports, ...made };
  const loginCompletion = createLoginCompletion(parts);
  const pages = createPageLogin({ ...parts, loginCompletion });

  return {
    /** Finds the visitor by all `session` cookies, in header order. Notes the use of a session at most once a day. */
    recogniseVisitor: createVisitorFinder(anonymous, accountSessions),
    ...createLauncherLogin({ ...parts, tokens, loginCompletion }),
    ...pages,
    noteEvent: (accountId: number, event: AccountEvent, caller: Caller) =>
      log.note(accountId, event, devices.describe(caller)),
    ownerProof,
    async logOut(visitor: Visitor): Promise<void> {
      await pages.cancel(visitor);
      // An anonymous session holds nothing else. Remembering its end would only cost memory.
      if (visitor.kind === 'account') await accountSessions.end(visitor.value);
    },
    security: createSecuritySettings({ ...parts, ownerProof }),
    hasTwoFactor: async (id: number) => hasFactor(await ports.security.findSecurity(id)),
    log,
    ...createPlayers(ports),
    /** Removes expired entries from memory, or from the store that replicas share. */
    async sweepMemory(): Promise<void> {
      // A job of the store sweeps the states that outlive the process, once for all replicas.
      if (!states.outlivesProcess) await states.sweep();
      bruteForce.sweep();
    },
    async sweepSessions(): Promise<number> {
      await loginCodes.sweep();
      await devices.removeExpired();
      await log.removeOld();
      return accountSessions.removeExpired();
    },
  };
}

export type Accounts = ReturnType<typeof createAccounts>;

export interface AccountsPorts extends Omit<Ports, 'states' | 'isReservedName'> {
  audit: AuditLog;
  together: StoreTogether;
  passwords: PasswordHasher;
  hashing?: QueueBounds | undefined;
  states?: SharedStates | undefined;
}

export function createAccountsModule(ports: AccountsPorts) {
  const { rules, clock } = ports;
  const findReserved = createReloaded(() => rules.reservedNames, createReservedNames);
  const shared = {
    ...ports,
    states: ports.states ?? createMemoryStates(clock),
    passwords: boundHashing(ports.passwords, ports.hashing ?? defaultHashingBounds()),
    isReservedName: (name: string) => findReserved()(name),
  };
  const accounts = createAccounts(shared);
  const registration = createRegistration({ ...shared, ownerProof: accounts.ownerProof });

  const jobs = [
    createJob('sweep the memory of logins', 60_000, accounts.sweepMemory),
    createJob('sweep sessions', 60 * 60_000, accounts.sweepSessions, 'leader'),
    ...registration.jobs,
  ];
  return {
    accounts,
    registration,
    administration: createAccountAdministration(shared),
    audit: createAuditReader(ports.audit, auditWords),
    jobs,
  };
}

export type AccountsModule = ReturnType<typeof createAccountsModule>;
