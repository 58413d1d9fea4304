// The rules of accounts: names (C4.18, reserved and alike ones), email addresses, suspensions, and the public view.

import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { aboutField, Failure } from '../../platform/lib/failure.ts';
import { canonicalMailbox } from '../../platform/lib/mailbox.ts';
import type { Role } from '../../platform/lib/roles.ts';
import { skeletonOf } from '../../platform/lib/seen-text.ts';
import { isSuspended, RESTORED } from '../../platform/lib/suspension.ts';
import { quoteSeen } from '../../platform/lib/text.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import { inputFailures } from '../../platform/messages/messages.ts';
import type { Mailer } from '../email/index.ts';
import type {
  Account,
  AccountStore,
  NameObstacle,
  NameReservation,
  NewAccount,
  RegistrationStore,
  SessionStore,
} from './account-ports.ts';
import { accountFailures } from './messages.ts';
import type { Rights } from './roles.ts';

export const ACCOUNT_NAME = /^(?=.*[A-Za-z0-9])(?!\.)[A-Za-z0-9_.]{2,16}(?<!\.)$/;

const sentences = accountFailures.name;
const DAY_MS = 24 * 60 * 60_000;

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

const MAX_EMAIL_LENGTH = 254;
const LOCAL_PART = /^(?!\.)(?!.*\.\.)[^\s@<>()[\]\\,;:"\p{C}]{1,64}(?<!\.)$/u;
const DOMAIN = /^(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)\.)*(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u;
const ASCII = /^[!-~]+$/;

export function isEmailAddress(email: string): boolean {
  if (email.length > MAX_EMAIL_LENGTH) return false;
  const { local, domain } = partsOf(email);
  return LOCAL_PART.test(local) && DOMAIN.test(domain);
}

/** Returns the address as it is stored, with its domain in ASCII. Throws `invalid` without showing the address. */
export function requireEmailAddress(email: string): string {
  const canonical = canonicalMailbox(email);
  const { local, domain } = partsOf(canonical);
  if (isEmailAddress(email) && isEmailAddress(canonical) && ASCII.test(domain)) {
    // Some letters, such as full-width ones, look like others, and some mail servers treat them as the same.
    if (local.normalize('NFKC') === local) return canonical;
    throw new Failure('invalid', accountFailures.email.oddLetters);
  }
  throw new Failure(
    'invalid',
    email.length > MAX_EMAIL_LENGTH
      ? accountFailures.email.long(email.length, MAX_EMAIL_LENGTH)
      : inputFailures.notAnEmail,
  );
}

/** Reads an address from a form field. Also throws for an address that the mail server is known to refuse. */
export function readEmailAddress(
  typed: string,
  mailer: { canWriteTo?: Mailer['canWriteTo'] } = {},
): string {
  return aboutField('email', () => {
    const email = requireEmailAddress(typed.trim());
    if (mailer.canWriteTo?.(email) ?? true) return email;
    throw new Failure('invalid', accountFailures.email.asciiOnly);
  });
}

function partsOf(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(0, at)), domain: email.slice(at + 1) };
}

/** Returns the account as it is at `now`: without a suspension that has expired. */
export function withoutEndedSuspension(now: number, account: Account): Account {
  const isSo = account.suspendedAt === null || isSuspended(account, now);
  return isSo ? account : { ...account, ...RESTORED };
}

/** Wraps stores so that accounts are read without suspensions that have expired. */
export function hideEndedSuspensions<
  Stores extends { accounts: AccountStore; sessions?: SessionStore },
>(stores: Stores & { clock: Clock }): Stores & { clock: Clock } {
  const { accounts, sessions, clock } = stores;
  const shown = (account: Account | undefined) =>
    account && withoutEndedSuspension(clock.now(), account);
  const accountSessions: Partial<AccountStore> = {
    findAccountByName: async (name) => shown(await accounts.findAccountByName(name)),
    findAccountById: async (id) => shown(await accounts.findAccountById(id)),
  };
  const ofSessions: Partial<SessionStore> = {
    async findSession(valueHash) {
      const found = await sessions?.findSession(valueHash);
      return found && { ...found, account: withoutEndedSuspension(clock.now(), found.account) };
    },
  };
  // All other methods are the store's own.
  return {
    ...stores,
    accounts: Object.assign(Object.create(accounts), accountSessions),
    ...(sessions && { sessions: Object.assign(Object.create(sessions), ofSessions) }),
  };
}

/** Returns the fields that a suspension changes. An existing suspension gets the new reason and end. */
export function suspend(account: Account, now: number, reason: string, until: number | null) {
  return {
    changes: {
      suspendedAt: account.suspendedAt ?? now,
      suspendedUntil: until,
      suspensionReason: reason,
    },
    endSessions: true,
  };
}

export interface Player
  extends Pick<Account, 'id' | 'name' | 'forumTitle' | 'isPremium' | 'registeredAt'> {
  /** Single letters, always in the order `a d m b e p u r`. */
  flags: string[];
}

const SETTABLE = 'dmepr';
const SHOWN_ORDER = 'admbepur';
const DERIVED = { a: 'flagOfAdministrators', b: 'flagOfSuspended', u: 'flagOfUnverified' } as const;

/** Returns the public view of an account. Its flags are those that other sites know (C10.4). */
export function toPlayer(account: Account): Player {
  const { id, name, forumTitle, isPremium, registeredAt } = account;
  const worn = new Set(account.flags);
  if (account.role === 'administrator') worn.add('a');
  if (account.suspendedAt !== null) worn.add('b');
  if (account.verifiedAt === null) worn.add('u');
  const flags = Array.from(SHOWN_ORDER).filter((flag) => worn.has(flag));
  return { id, name, flags, forumTitle, isPremium, registeredAt };
}

/** Parses the flags that an administrator typed into the stored order (C10.6). Throws `invalid`. */
export function parseFlags(text: string): string {
  const sentences = accountFailures.administration;
  for (const flag of text) {
    if (SETTABLE.includes(flag)) continue;
    const derived = flag in DERIVED ? DERIVED[flag as keyof typeof DERIVED] : undefined;
    const sentence = derived ? sentences[derived] : sentences.flagUnknown(quoteSeen(flag));
    throw new Failure('invalid', sentence);
  }
  return Array.from(SETTABLE)
    .filter((flag) => text.includes(flag))
    .join('');
}

/** Registrations per day (UTC), oldest first, today last. Deleted accounts are not counted. */
interface RegistrationCounts {
  readonly startAt: number;
  readonly counts: readonly number[];
}

const SUMMARY_KEPT_MS = 1_000;
const NEWEST = 5;

const REGISTRATIONS_KEPT_MS = 5 * 60_000;
const REGISTRATION_DAYS = 90;

export async function findAccount(
  accounts: AccountStore,
  which: string | number,
): Promise<Account | undefined> {
  if (typeof which === 'string') {
    // Phone keyboards add spaces.
    const name = which.trim();
    return isAccountName(name) ? accounts.findAccountByName(name) : undefined;
  }
  const isPossible = Number.isSafeInteger(which) && which >= 1;
  return isPossible ? accounts.findAccountById(which) : undefined;
}

export function createPlayers({ accounts, clock }: { accounts: AccountStore; clock: Clock }) {
  return {
    async findPlayer(which: string | number): Promise<Player | undefined> {
      const account = await findAccount(accounts, which);
      return account && toPlayer(account);
    },
    /** The number of verified, unsuspended accounts and the newest five names (C10.5), at most a second old. */
    summarisePlayers: createKept(clock, SUMMARY_KEPT_MS, async () => {
      const { count, newest } = await accounts.summariseAccounts(NEWEST, clock.now());
      return { playerCount: count, lastFive: newest };
    }),
    /** The counts of the last 90 days; the same object for five minutes. */
    countRegistrations: createKept(
      clock,
      REGISTRATIONS_KEPT_MS,
      async (): Promise<RegistrationCounts> => {
        const firstDay = Math.floor(clock.now() / DAY_MS) - REGISTRATION_DAYS + 1;
        const counts = Array<number>(REGISTRATION_DAYS).fill(0);
        for (const { day, count } of await accounts.countRegistrations(firstDay)) {
          // A future day was written by a clock that was ahead.
          if (day - firstDay < REGISTRATION_DAYS) counts[day - firstDay] = count;
        }
        return { startAt: firstDay * DAY_MS, counts };
      },
    ),
  };
}

/** Caches what `read` returns for `keptMs`. Failures are not cached. */
function createKept<Value>(
  clock: Clock,
  keptMs: number,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { readAt: number; value: Promise<Value> } | undefined;
  return async () => {
    const ageMs = kept ? clock.now() - kept.readAt : keptMs;
    if (!kept || ageMs >= keptMs || ageMs < 0) kept = { readAt: clock.now(), value: read() };
    const requested = kept;
    try {
      return await requested.value;
    } catch (error) {
      if (kept === requested) kept = undefined;
      throw error;
    }
  };
}

export function blankAccount(facts: {
  name: string;
  email: string;
  passwordHash: string;
  now: number;
  isVerified: boolean;
  role?: Role;
}): NewAccount {
  const { name, email, passwordHash, now, isVerified, role = 'player' } = facts;
  return {
    name,
    email,
    emailConfirmedAt: null,
    passwordHash,
    verifiedAt: isVerified ? now : null,
    suspendedAt: null,
    suspendedUntil: null,
    suspensionReason: '',
    role,
    flags: '',
    forumTitle: '',
    isPremium: false,
    registeredAt: now,
    language: currentLanguage(),
  };
}
