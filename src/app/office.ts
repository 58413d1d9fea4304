// What the command line works with where no service is asked: the data folder, opened for administration.

import type { AccountActs } from '../accounts/administration.ts';
import { type AuditReader, createAuditReader } from '../accounts/audit.ts';
import { createInvites, type Invites } from '../accounts/sign-up/invites.ts';
import type { Settings } from '../config/settings.ts';
import { systemClock } from '../lib/clock.ts';
import { createPasswordHasher } from '../lib/password-hash.ts';
import type { MailOffice } from '../mail/office.ts';
import { createServerModeration, type ServerModeration } from '../servers/moderation/moderation.ts';
import { openStore } from '../store/open-store.ts';
import { openAdministration } from './administration.ts';
import { openMailOffice } from './mail.ts';

/** What administrators do from the command line, whether or not a service runs on the folder. */
export interface Office extends AsyncDisposable {
  accounts: AccountActs;
  moderation: ServerModeration;
  mail: MailOffice;
  audit: AuditReader;
  invites: Invites;
}

/** Opens the data folder for administration. Throws `MusterError`. */
export async function openOffice(settings: Settings): Promise<Office> {
  const store = openStore({ folder: settings.dataFolder });
  return {
    accounts: openAdministration(settings, store, createPasswordHasher()).by({
      kind: 'command line',
    }),
    moderation: createServerModeration({
      ...store,
      clock: systemClock,
      staleAfterMs: settings.staleAfterMs,
    }),
    mail: openMailOffice(settings, store.letters),
    audit: createAuditReader(store.audit),
    invites: createInvites({ invites: store.invites, clock: systemClock }),
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
    },
  };
}
