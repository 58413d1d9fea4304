// The accounts of a running service as a whole: logins, registration and administration over one store, and their jobs.

import { createBoundedQueue, type QueueBounds } from '../lib/bounded-queue.ts';
import { defaultHashingBounds } from '../lib/password-hash.ts';
import { createReloaded } from '../lib/reloaded.ts';
import type { Job } from '../lib/timers.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import {
  type AccountAdministration,
  type AdministrationPorts,
  createAccountAdministration,
} from './administration.ts';
import { type AuditReader, createAuditReader } from './audit.ts';
import type { AuditLog } from './audit-ports.ts';
import { boundHashing } from './hashing.ts';
import { createReservedNames } from './registration/reserved-names.ts';
import { createRegistration, type Registration } from './registration.ts';
import { createMemoryStates } from './shared-states.ts';
import type { SharedStates } from './shared-states-ports.ts';

const SWEEP_EVERY_MS = 60 * 60_000;

/** What the module needs; passwords are hashed within `hashing`, which all three parts share. */
export type AccountsPorts = Omit<Parameters<typeof createAccounts>[0], 'hashing' | 'states'> &
  Omit<Parameters<typeof createRegistration>[0], 'hashing' | 'states' | 'checkPassword'> &
  Pick<AdministrationPorts, 'administration'> & {
    audit: AuditLog;
    /** As much as the machine can bear, unless given. */
    hashing?: QueueBounds | undefined;
    /** In memory, unless given. */
    states?: SharedStates | undefined;
    /** Called after accounts were removed that nobody verified. */
    onUnverifiedRemoved?: (count: number) => void;
  };

/** The parts of the module. */
export interface AccountsModule {
  /** Visitors, and logging in. */
  accounts: Accounts;
  /** What owners do with their accounts. */
  registration: Registration;
  /** What moderators and administrators do with accounts. */
  administration: AccountAdministration;
  audit: AuditReader;
  /** What is to be done again and again while the service runs. */
  jobs: readonly Job[];
}

/** Makes the module. */
export function createAccountsModule(ports: AccountsPorts): AccountsModule {
  const { rules, passwords, clock } = ports;
  const states = ports.states ?? createMemoryStates(clock);
  const hashing = createBoundedQueue(ports.hashing ?? defaultHashingBounds());
  const accounts = createAccounts({ ...ports, hashing, states });
  const registration = createRegistration({
    ...ports,
    ...{ hashing, states },
    checkPassword: accounts.checkPassword,
  });
  const isReserved = createReloaded(() => rules.reservedNames, createReservedNames);

  async function sweepAccounts(): Promise<void> {
    const removed = await registration.sweep();
    if (removed.length > 0) ports.onUnverifiedRemoved?.(removed.length);
  }

  return {
    accounts,
    registration,
    administration: createAccountAdministration({
      ...ports,
      passwords: boundHashing(passwords, hashing),
      isReservedName: (name) => isReserved()(name),
      nameReservedDays: rules.nameReservedDays,
    }),
    audit: createAuditReader(ports.audit),
    jobs: [
      { name: 'sweep the memory of logins', intervalMs: SWEEP_EVERY_MS, run: accounts.sweepMemory },
      {
        ...{ name: 'sweep sessions', intervalMs: SWEEP_EVERY_MS, runsOn: 'leader' },
        run: accounts.sweepSessions,
      },
      {
        ...{ name: 'sweep accounts', intervalMs: SWEEP_EVERY_MS, runsOn: 'leader' },
        run: sweepAccounts,
      },
    ],
  };
}
