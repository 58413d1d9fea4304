// The options of registration, as a part of the table of options.

import { many, one } from './declare-option.ts';
import type { Option } from './options.ts';
import { parseChoice, parseSwitch, parseWhole, refuse } from './values.ts';

const MODES = ['open', 'invite', 'closed'] as const;
const VERIFICATIONS = ['mail', 'automatic', 'administrator'] as const;
const NAME = /^[A-Za-z0-9_.]{2,16}$/;
const DAYS = { min: 0, max: 3_650 };

/** Who may register. */
export type RegistrationMode = (typeof MODES)[number];

/** How accounts come to be verified. */
export type Verification = (typeof VERIFICATIONS)[number];

function parseName(text: string): string {
  if (NAME.test(text)) return text;
  throw refuse(
    text,
    'is no name that an account could have: 2 to 16 of A-Z, a-z, 0-9, _ and dots.',
  );
}

/** Options of registration, in the order in which they are shown. */
export const REGISTRATION_OPTIONS: readonly Option[] = [
  one(
    {
      key: 'registration',
      argument: 'mode',
      fallback: 'open',
      reloads: true,
      help: 'Who may register: open for everybody, invite for those with an invite, or closed.',
    },
    (text) => parseChoice(text, MODES),
  ),
  one(
    {
      key: 'verification',
      argument: 'way',
      fallbackNote: 'mail where mail is set up, administrator elsewhere',
      help: 'How an account is verified: mail (by its address), automatic (at once) or administrator (by hand).',
    },
    (text) => parseChoice(text, VERIFICATIONS),
  ),
  one(
    {
      key: 'registration_proof_of_work',
      argument: 'true|false',
      fallback: 'true',
      reloads: true,
      help: 'Whether browsers work for a moment before a registration is taken; without scripts, people wait half a minute instead.',
    },
    parseSwitch,
  ),
  one(
    {
      key: 'registrations_per_address',
      argument: 'number',
      fallback: '5',
      reloads: true,
      help: 'Most registrations an hour from one address, or one /64 of IPv6.',
    },
    (text) => parseWhole(text, { min: 1, max: 1_000_000 }),
  ),
  one(
    {
      key: 'registrations_per_hour',
      argument: 'number',
      fallback: '100',
      reloads: true,
      help: 'Most registrations an hour in all. One /24 of IPv4 or /48 of IPv6 gets an eighth of them at most, and half are kept for those that registered nobody for a day.',
    },
    (text) => parseWhole(text, { min: 1, max: 1_000_000 }),
  ),
  many(
    {
      key: 'reserved_names',
      argument: 'names',
      reloads: true,
      help: 'Further names that nobody may register, nor names that look like them; names such as admin are reserved anyway.',
    },
    parseName,
  ),
  one(
    {
      key: 'unverified_days',
      argument: 'days',
      fallback: '14',
      reloads: true,
      help: 'Days after which an account that was never verified is removed; 0 keeps it.',
    },
    (text) => parseWhole(text, DAYS),
  ),
  one(
    {
      key: 'name_reserved_days',
      argument: 'days',
      fallback: '30',
      help: 'Days for which nobody can register the name of an account that was deleted or renamed.',
    },
    (text) => parseWhole(text, DAYS),
  ),
];
