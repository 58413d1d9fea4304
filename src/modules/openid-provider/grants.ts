// What players allow programs: consent, the list of connected programs, and its end.

import type { Clock } from '../../platform/lib/clock.ts';
import { isSuspended } from '../../platform/lib/suspension.ts';
import { createJob } from '../../platform/lib/timers.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import {
  type Account,
  type AccountEvent,
  type AccountStore,
  LOG_BOUNDS,
  toLogEntry,
} from '../account/index.ts';
import type { Devices } from '../sessions/index.ts';
import type { Client, OpenidClientStore, OpenidGrantStore } from './openid-ports.ts';
import type { SigningKeys } from './signing-keys.ts';

const SWEEP_EVERY_MS = 10 * 60_000;

export type OpenidGrants = ReturnType<typeof createOpenidGrants>;

export function createOpenidGrants(ports: {
  openidGrants: OpenidGrantStore;
  openidClients: Pick<OpenidClientStore, 'findClient'>;
  accounts: Pick<AccountStore, 'findAccountById'>;
  devices: Pick<Devices, 'describe'>;
  keys: Pick<SigningKeys, 'removeOld'>;
  clock: Clock;
}) {
  const { openidGrants: store, openidClients, accounts, devices, keys, clock } = ports;

  function noteOf(event: AccountEvent, detail: string, caller: Caller | undefined) {
    const facts = { ...(caller && devices.describe(caller)), detail };
    return { note: toLogEntry(clock.now(), event, facts), bounds: LOG_BOUNDS };
  }

  /** Remembers what the owner allows. */
  function allow(
    { id }: Pick<Account, 'id'>,
    { clientId, name }: Pick<Client, 'clientId' | 'name'>,
    scopes: readonly string[],
    caller?: Caller,
  ): Promise<void> {
    const note = noteOf('application allowed', name, caller);
    return store.keepConsent(id, clientId, { scopes, at: clock.now(), ...note });
  }

  return {
    list: store.listConsents,
    allow,
    /** Does nothing if it is gone. */
    async revoke({ id }: Account, consentId: number, caller: Caller): Promise<void> {
      const consent = (await store.listConsents(id)).find((each) => each.id === consentId);
      if (consent === undefined) return;
      const note = noteOf('application revoked', consent.clientName, caller);
      await store.removeConsent(id, consentId, note);
    },
    /** Whether a login may go on without a question. A trusted client is allowed everything. */
    async isAllowed(accountId: number, clientId: string, scopes: readonly string[]) {
      const client = await openidClients.findClient(clientId);
      if (client === undefined) return false;
      if (client.isTrusted) await allow({ id: accountId }, client, scopes);
      const allowed = (await store.findConsentScopes(accountId, clientId)) ?? [];
      return scopes.every((scope) => allowed.includes(scope));
    },
    /** Finds an account that may log in to programs now. */
    async findAccount(id: number): Promise<Account | undefined> {
      const account = await accounts.findAccountById(id);
      if (account === undefined || account.verifiedAt === null) return undefined;
      return isSuspended(account, clock.now()) ? undefined : account;
    },
    jobs: [
      createJob(
        'forget ended logins to programs',
        SWEEP_EVERY_MS,
        async () => {
          await store.removeExpiredGrants(clock.now());
          await keys.removeOld();
        },
        'leader',
      ),
    ],
  };
}
