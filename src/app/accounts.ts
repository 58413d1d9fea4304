// Opens the modules about accounts, lower ones first, and gives each the ports that it needs from the others.

import type { CountryFinder } from '../modules/account/account-log-ports.ts';
import { openAccounts } from '../modules/account/open.ts';
import type { RegistrationRules } from '../modules/account/settings.ts';
import { createAccountAdministration } from '../modules/administration/administration.ts';
import { createAuditReader } from '../modules/audit/audit.ts';
import type { Mailer } from '../modules/email/email-ports.ts';
import { openLogin } from '../modules/login/open.ts';
import { openProfile } from '../modules/profile/open.ts';
import { openRegistration } from '../modules/registration/open.ts';
import { createAccountSweep } from '../modules/registration/unverified-accounts.ts';
import { openSessions } from '../modules/sessions/open.ts';
import { openOwnerSecurity, openTwoFactor } from '../modules/two-factor/open.ts';
import { createMemoryStates } from '../platform/lib/shared-states.ts';
import type { SharedStates } from '../platform/lib/state-ports.ts';
import type { StoreTogether } from '../platform/lib/together.ts';
import type { Hooks } from '../platform/module/description.ts';
import type { Report } from './events.ts';
import { auditWords } from './facts.ts';
import type { Modules } from './modules.ts';
import type { ModuleStores } from './stores.ts';

type Store = 'registration' | 'secrets' | 'invites' | 'administration' | 'security' | 'devices';

type AccountsPorts = Parameters<typeof openAccounts>[0] &
  Pick<ModuleStores, Store | 'sessions' | 'outbox' | 'audit'> & {
    mailer: Mailer;
    countries: CountryFinder;
    /** Default: in memory, for one process. */
    states?: SharedStates | undefined;
    rules: RegistrationRules;
    /** Version of the site's rules that people agree to; `undefined` while the site has no rules. */
    rulesVersion(): string | undefined;
    /** Whether a login from a device that the account does not know needs a mailed code. */
    isNewDeviceCodeOn(): boolean;
    siteName(): string;
    together: StoreTogether;
    hooks?: Hooks;
    report: Report;
  };

export function openAccountModules(add: Modules['add'], ports: AccountsPorts) {
  const { players, ...account } = openAccounts(ports);
  const { isReservedName, passwords } = account;
  const { states = createMemoryStates(ports.clock) } = ports;
  const { recogniseVisitor, ...sessions } = openSessions({ ...ports, ...account, states });
  const base = { ...ports, ...account, ...sessions, states };
  const { hasTwoFactor, ...factors } = openTwoFactor(base);
  const login = add('login', openLogin({ ...base, ...factors }));
  const { checkPassword } = login;
  const owner = openOwnerSecurity({ ...base, ...factors, checkPassword });
  const shared = { ...ports, states, passwords, isReservedName, ownerProof: owner.ownerProof };
  return {
    players,
    recogniseVisitor,
    hasTwoFactor,
    login,
    security: owner.settings,
    profile: openProfile(shared),
    registration: add('registration', {
      ...openRegistration(shared),
      ...createAccountSweep(shared),
    }),
    administration: createAccountAdministration(shared),
    audit: createAuditReader(ports.audit, auditWords),
    /** The parts for modules that can be removed. */
    parts: {
      ...sessions,
      ...account,
      ownerProof: owner.ownerProof,
      security: owner.settings,
      states,
    },
  };
}
