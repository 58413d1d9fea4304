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
import { openFirstAdministratorLink } from '../modules/registration/first-administrator.ts';
import { createInvites, type Invites } from '../modules/registration/invites.ts';
import { openSite, type SiteModule } from '../modules/site/site.ts';
import { type Clock, systemClock } from '../platform/lib/clock.ts';
import { createPasswordHasher } from '../platform/lib/password-hashing.ts';
import type { Joined, OptionalModule } from '../platform/module/description.ts';
import { report } from './events.ts';
import { auditWords } from './facts.ts';
import { openPostgresStore, openStore } from './open-stores.ts';
import * as optional from './optional-modules.ts';
import type { Settings } from './options.ts';
import type { Stores } from './stores.ts';

/** Emails and commands do not need the files that the settings name. */
const NO_FILES = { logo: undefined, rules: undefined, privacy: undefined };

type OptionalActions = Joined<typeof optional, 'openActions'>;

export interface AdminServices extends AsyncDisposable, OptionalActions {
  accounts: AccountActions;
  moderation: ServerModeration;
  mail: OutboxAdmin;
  site: SiteModule;
  audit: AuditReader;
  invites: Invites;
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
    ...(await openOptionalActions(ports)),
    accounts: administration.by({ kind: 'command line' }),
    moderation: createServerModeration({ ...ports, staleAfterMs: settings.staleAfterMs }),
    mail: openOutboxAdmin({ settings, site, report }, store.outbox),
    site,
    audit: createAuditReader(store.audit, auditWords),
    invites: createInvites(ports),
    openFirstAdministratorLink: () => openFirstAdministratorLink(ports),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** Opens what optional modules have for commands. */
async function openOptionalActions(ports: Stores & { clock: Clock }): Promise<OptionalActions> {
  const modules: readonly OptionalModule<never, never, never, typeof ports>[] =
    Object.values(optional);
  const opened = modules.map(async ({ openActions }) => openActions?.(ports));
  return Object.assign({}, ...(await Promise.all(opened)));
}

async function openStores(settings: Settings): Promise<Stores & AsyncDisposable> {
  const { dataFolder, databaseUrl, isDatabasePooled } = settings;
  if (databaseUrl !== undefined) {
    return openPostgresStore(databaseUrl, { isPooled: isDatabasePooled });
  }
  const store = openStore({ folder: dataFolder });
  return { ...store, [Symbol.asyncDispose]: async () => store[Symbol.dispose]() };
}
