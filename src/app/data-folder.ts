// What the command line works with where no service is asked: the data folder, opened for administration.

import type { AccountActions } from '../accounts/administration.ts';
import { type AuditReader, createAuditReader } from '../accounts/audit.ts';
import { createInvites, type Invites } from '../accounts/registration/invites.ts';
import type { Settings } from '../config/settings.ts';
import type { OutboxAdmin } from '../email/outbox-admin.ts';
import { systemClock } from '../lib/clock.ts';
import { createPasswordHasher } from '../lib/password-hash.ts';
import { createServerModeration, type ServerModeration } from '../servers/moderation/moderation.ts';
import { openStore } from '../store/open-store.ts';
import { openAdministration } from './administration.ts';
import { openOutboxAdmin } from './email.ts';

/** What administrators do from the command line, whether or not a service runs on the folder. */
export interface AdminServices extends AsyncDisposable {
  accounts: AccountActions;
  moderation: ServerModeration;
  mail: OutboxAdmin;
  audit: AuditReader;
  invites: Invites;
}

/** Opens the data folder for administration. Throws `Failure`. */
export async function openDataFolder(settings: Settings): Promise<AdminServices> {
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
    mail: openOutboxAdmin(settings, store.outbox),
    audit: createAuditReader(store.audit),
    invites: createInvites({ invites: store.invites, clock: systemClock }),
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
    },
  };
}
