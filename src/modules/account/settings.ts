// The settings of the module: who can register, how accounts are verified, and which names are refused.

import type { OptionTable, SettingsOf, ValuesOf } from '../../platform/config/option-table.ts';
import type { PlatformSettings } from '../../platform/config/settings.ts';
import { choice, many, refuse, toggle, whole } from '../../platform/config/values.ts';

export const settings = {
  registration: {
    type: choice('mode', ['open', 'invite', 'closed']),
    fallback: 'open',
    help: 'Who can register: open for everybody, invite for people with an invite, or closed.',
  },
  verification: {
    type: choice('way', ['mail', 'automatic', 'administrator']),
    setting: null,
    fallbackNote: 'mail if email is set up, otherwise administrator',
    needsRestart: true,
    help: 'How accounts are verified: mail (by email), automatic (immediately) or administrator (by hand).',
  },
  registration_proof_of_work: {
    type: toggle(),
    setting: 'isProofOfWorkRequired',
    fallback: 'true',
    help: 'Whether browsers do a short calculation before a registration is accepted. Without scripts, people wait half a minute instead.',
  },
  registrations_per_address: {
    type: whole('number', 1, 1_000_000),
    fallback: '5',
    help: 'Maximum number of registrations per hour from one IPv4 address or IPv6 /64.',
  },
  registrations_per_hour: {
    type: whole('number', 1, 1_000_000),
    fallback: '100',
    help: 'Maximum number of registrations per hour in total. One IPv4 /24 or IPv6 /48 gets at most an eighth of them, and half are reserved for networks without a registration in the last day.',
  },
  reserved_names: {
    type: many('names', parseName),
    help: 'More names that nobody can register, including names that look like them. Names such as admin are always reserved.',
  },
  unverified_days: {
    type: whole('days', 0, 3_650),
    fallback: '14',
    help: 'Days after which an account that was never verified is deleted; 0 keeps it.',
  },
  name_reserved_days: {
    type: whole('days', 0, 3_650),
    fallback: '30',
    needsRestart: true,
    help: 'Days during which nobody can register the name of a deleted or renamed account.',
  },
} as const satisfies OptionTable;

export type Verification = NonNullable<ValuesOf<typeof settings>['verification']>;

export interface RegistrationRules extends SettingsOf<typeof settings> {
  verification: Verification;
}

export interface InviteSettings
  extends PlatformSettings,
    Pick<SettingsOf<typeof settings>, 'registration'> {}

function parseName(text: string): string {
  if (/^[A-Za-z0-9_.]{2,16}$/.test(text)) return text;
  throw refuse(text, 'is not a valid account name. Use 2 to 16 of A-Z, a-z, 0-9, _ and dots.');
}
