// What all modules about accounts need, which the root passes on to each.

import type { AccountLogStore, CountryFinder } from '../modules/account/account-log-ports.ts';
import type {
  AccountStore,
  AdministrationStore,
  InviteStore,
  RegistrationStore,
  SecretStore,
  SessionStore,
} from '../modules/account/account-ports.ts';
import type { RegistrationRules } from '../modules/account/settings.ts';
import type { EmailJobStore, Mailer } from '../modules/email/email-ports.ts';
import type { DeviceStore } from '../modules/sessions/device-ports.ts';
import type { SecurityStore } from '../modules/two-factor/security-ports.ts';
import type { Clock } from '../platform/lib/clock.ts';
import type { SharedStates } from '../platform/lib/state-ports.ts';
import type { Report } from './events.ts';

/** What the parts of the module are made with. */
export interface Ports {
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
  /** Version of the site's rules, to which people agree; `undefined` while there are none. */
  rulesVersion(): string | undefined;
  isReservedName(name: string): boolean;
  /** Whether a device that an account does not know needs a mailed code. */
  isNewDeviceCodeOn(): boolean;
  siteName(): string;
  report: Report;
}
