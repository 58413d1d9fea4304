// Opens the data folder for administration by the command line, whether or not a service runs on it.

import { createReservedNames } from '../modules/account/account-names.ts';
import {
  type AccountActions,
  createAccountAdministration,
} from '../modules/administration/administration.ts';
import { type AuditReader, createAuditReader } from '../modules/audit/audit.ts';
import { openOutboxAdmin } from '../modules/email/open-email.ts';
import type { OutboxAdmin } from '../modules/email/outbox-admin.ts';
import { createServerModeration, type ServerModeration } from '../modules/moderation/moderation.ts';
import { createOpenidClients, type OpenidClients } from '../modules/openid-provider/clients.ts';
import { createSigningKeys, type SigningKeys } from '../modules/openid-provider/signing-keys.ts';
import { openFirstAdministratorLink } from '../modules/registration/first-administrator.ts';
import { createInvites, type Invites } from '../modules/registration/invites.ts';
import { openSite, type SiteModule } from '../modules/site/site.ts';
import { createSkinActions, type SkinActions } from '../modules/skins/skins.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { createPasswordHasher } from '../platform/lib/password-hashing.ts';
import { report } from './events.ts';
import { auditWords } from './facts.ts';
import { openPostgresStore, openStore } from './open-stores.ts';
import type { Settings } from './options.ts';
import type { Stores } from './stores.ts';

/** Emails and commands do not need the files that the settings name. */
const NO_FILES = { logo: undefined, rules: undefined, privacy: undefined };

export interface AdminServices extends AsyncDisposable {
  accounts: AccountActions;
  moderation: ServerModeration;
  skins: SkinActions;
  mail: OutboxAdmin;
  site: SiteModule;
  audit: AuditReader;
  invites: Invites;
  openid: { clients: OpenidClients; keys: SigningKeys };
  openFirstAdministratorLink(): Promise<string | undefined>;
}

export async function openDataFolder(settings: Settings): Promise<AdminServices> {
  const store = await openStores(settings);
  const ports = { ...store, clock: systemClock };
  const administration = createAccountAdministration({
    ...ports,
    passwords: createPasswordHasher(),
    isReservedName: createReservedNames(settings.reservedNames),
    rules: settings,
  });
  const { host } = new URL(settings.baseUrl);
  const site = await openSite({
    host,
    settings,
    store: store.site,
    clock: systemClock,
    files: () => NO_FILES,
  });
  return {
    accounts: administration.by({ kind: 'command line' }),
    moderation: createServerModeration({ ...ports, staleAfterMs: settings.staleAfterMs }),
    skins: createSkinActions(ports),
    mail: openOutboxAdmin({ settings, site, report }, store.outbox),
    site,
    audit: createAuditReader(store.audit, auditWords),
    invites: createInvites(ports),
    openid: { clients: createOpenidClients(ports), keys: createSigningKeys(ports) },
    openFirstAdministratorLink: () => openFirstAdministratorLink(ports),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

async function openStores(settings: Settings): Promise<Stores & AsyncDisposable> {
  const { dataFolder, databaseUrl, isDatabasePooled } = settings;
  if (databaseUrl !== undefined) {
    return openPostgresStore(databaseUrl, { isPooled: isDatabasePooled });
  }
  const store = openStore({ folder: dataFolder });
  return { ...store, [Symbol.asyncDispose]: async () => store[Symbol.dispose]() };
}
