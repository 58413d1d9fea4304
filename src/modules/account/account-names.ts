// Which names accounts may have (C4.18): their letters, reserved names, and names that look like another.

import { DAY_MS } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { aboutField, Failure } from '../../platform/lib/failure.ts';
import { skeletonOf } from '../../platform/lib/look-alikes.ts';
import { quoteSeen } from '../../platform/lib/text.ts';
import type { Account, NameObstacle, NameReservation, RegistrationStore } from './account-ports.ts';
import { accountFailures } from './messages.ts';
import type { Rights } from './roles.ts';

export const ACCOUNT_NAME = /^(?=.*[A-Za-z0-9])(?!\.)[A-Za-z0-9_.]{2,16}(?<!\.)$/;

const sentences = accountFailures.name;

export function isAccountName(name: string): boolean {
  return name.length <= 16 && ACCOUNT_NAME.test(name);
}

/** Returns the name unchanged. Throws `invalid` with the rule if no account may have it. */
export function requireAccountName(name: string): string {
  if (isAccountName(name)) return name;
  throw new Failure('invalid', sentences.rule(quoteSeen(name)));
}

/** Reserved names: people who run things, machine senders, words that game servers print, words for nobody. */
const RESERVED = `
  admin admins administrator administrators moderator moderators mod mods operator operators op ops
  owner owners founder staff team crew sysop sysadmin superuser root helper helpers developer dev devs
  support help helpdesk security official trusted abuse billing legal privacy press
  muster system server servers service master masterserver console terminal daemon bot bots robot
  webmaster postmaster hostmaster mailer mailer.daemon noreply no.reply no_reply info mail email
  api www web site login logout register account accounts session password verify reset
  all everyone everybody here nobody none null nil undefined void unknown anonymous anon guest guests
  player players user users username name you me self host client test tests
  classicube mcgalaxy mojang minecraft notch
`;

const embedded = new Set(RESERVED.trim().split(/\s+/).map(skeletonOf));

export function createReservedNames(further: readonly string[]): (name: string) => boolean {
  const own = new Set(further.map(skeletonOf));
  return (name) => {
    const skeleton = skeletonOf(name);
    return embedded.has(skeleton) || own.has(skeleton);
  };
}

/** Hashes the skeleton of a released name, in lower-case hex, so that the name itself need not be kept. */
export function hashSkeleton(name: string): string {
  return sha256Hex(`muster name ${skeletonOf(name)}`);
}

export function reserveName(name: string, now: number, days: number): NameReservation {
  return { skeletonHash: hashSkeleton(name), reservedUntil: now + days * DAY_MS };
}

type NameParts = { registration: RegistrationStore; isReservedName(name: string): boolean };

/** Throws `invalid` at the field `name` when a new account cannot have it. It may say so because names are public. */
export async function requireFreeName(
  { registration, isReservedName }: NameParts,
  name: string,
  now: number,
): Promise<void> {
  if (name === '') throw refuseName(sentences.missing);
  aboutField('name', () => requireAccountName(name));
  if (isReservedName(name)) throw refuseName(sentences.reserved(name));
  const obstacle = await registration.findNameObstacle(name, hashSkeleton(name), now);
  if (obstacle !== undefined) throw refuseName(describeObstacle(name, obstacle, now));
}

export function refuseName(sentence: string, kind: 'invalid' | 'conflict' = 'invalid'): Failure {
  return new Failure(kind, sentence, { field: 'name' });
}

export function describeObstacle(name: string, obstacle: NameObstacle, now: number): string {
  switch (obstacle.kind) {
    case 'taken':
      return sentences.taken(name);
    case 'confusable':
      return sentences.confusable(name, obstacle.with);
    default:
      return sentences.resting(name, obstacle.until - now);
  }
}

/** Returns the trimmed name for `bearer`. Throws `invalid`, or `conflict` when it is taken or, on pages, alike. */
export async function checkName(
  { registration, isReservedName }: NameParts,
  text: string,
  { rights, bearer, now }: { rights: Rights; bearer?: Account; now: number },
): Promise<string> {
  const name = text.trim();
  aboutField('name', () => requireAccountName(name));
  if (rights.role === 'moderator' && isReservedName(name)) {
    throw refuseName(sentences.onlyGiven(name), 'conflict');
  }
  const obstacle = await registration.findNameObstacle(name, hashSkeleton(name), now, bearer?.id);
  if (obstacle?.kind === 'taken') throw refuseName(sentences.exists(name), 'conflict');
  if (obstacle?.kind === 'confusable' && !rights.isUnlimited) {
    throw refuseName(describeObstacle(name, obstacle, now), 'conflict');
  }
  return name;
}
