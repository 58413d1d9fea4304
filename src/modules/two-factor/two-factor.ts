// The second factor: codes of authenticator apps (TOTP, RFC 6238), recovery codes, and six digits by email, valid
// once and for ten minutes. Decides whether a login needs a code and whether a code is right, and limits wrong ones.

import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { groupOfAddress, networkOfAddress } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { makeCode } from '../../platform/lib/one-time-code.ts';
import { readCode } from '../../platform/lib/readable-code.ts';
import { openSessionStates } from '../../platform/lib/shared-states.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import {
  type Account,
  type AccountEvent,
  type AccountLog,
  type Attempts,
  createAttempts,
  type EndGuess,
  type EventFacts,
  emailOwner,
  type GuessOutcome,
  LOG_BOUNDS,
  notifyOwner,
  toLogEntry,
} from '../account/index.ts';
import type { Mailer } from '../email/index.ts';
import type { DeviceContext } from '../sessions/index.ts';
import { hasFactor } from './factors.ts';
import type { FactorNotes, SecurityStore } from './security-ports.ts';
import type { FactorChange, TwoFactorEmail } from './two-factor-emails.ts';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const STEPS_OFF = 1;

export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The content of the QR code, which is secret. The app shows both names. */
export function describeTotp(secret: string, siteName: string, accountName: string): string {
  // Compatibility: FreeOTP expects a colon only between the two names, and refuses another one, even if escaped.
  const issuer = siteName.replace(/[\s:]*:[\s:]*/g, ' ').trim();
  return totpOf(secret, { issuer, label: accountName }).toString();
}

/** Returns the 30-second step of a code, at most one off since clocks differ; `undefined` for a wrong code. */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: STEPS_OFF });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  // Every authenticator app supports these settings, and only these.
  const settings = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), ...settings });
}

const RECOVERY_CODES = 10;

// Compatibility: the field of the launchers (1.3.7, 1.3.8) drops everything but digits (C4.16). With twelve digits
// and ten valid codes, 30 guesses an hour find one within a year with a chance of 3 in a million.
const DIGITS = 12;
const RECOVERY_SHAPE = new RegExp(`^[0-9]{${DIGITS}}$`);

/** New codes of twelve digits, without the spaces that pages show. */
export function createRecoveryCodes(): string[] {
  const createCode = () => Array.from({ length: DIGITS }, () => randomInt(10)).join('');
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(createCode());
  return [...codes];
}

export function isRecoveryCode(code: string): boolean {
  return RECOVERY_SHAPE.test(code);
}

/** Hashes a code from `readCode` with the account's id, so that one table of guesses does not work for all accounts. */
export function hashRecoveryCode(accountId: number, code: string): string {
  return sha256Hex(`recovery ${accountId} ${code}`);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIFETIME_MS = 10 * MINUTE_MS;
// The outbox accepts ten emails an hour per address, so some are left for warnings.
const BUDGET = { apartMs: MINUTE_MS, perHour: 6 };
// Emails may arrive out of order, so earlier codes are valid too. They are few, since digits can be guessed.
const NEWEST = 3;

/** Sends and checks login codes by email. Only confirmed addresses get emails. */
export function createLoginCodes(ports: {
  security: SecurityStore;
  mailer: Mailer<TwoFactorEmail>;
  clock: Clock;
}) {
  const { security, mailer, clock } = ports;
  const hash = ({ id }: Account, code: string) => sha256Hex(`login ${id} ${code}`);
  return {
    canReach: (account: Account) => mailer.isOpen && account.emailConfirmedAt !== null,
    async send(account: Account) {
      const { id: accountId, email: to, name: accountName, language } = account;
      const code = makeCode();
      const sentAt = clock.now();
      const validUntil = sentAt + LIFETIME_MS;
      const stored = { accountId, codeHash: hash(account, code), sentAt, validUntil };
      if ((await security.addLoginCode(stored, BUDGET)) !== 'added') return;
      await mailer.send({ kind: 'login code', to, accountName, language, code, validUntil });
    },
    isStuck: ({ email }: Account) =>
      mailer.isStuck(email, ['login code'], clock.now() - LIFETIME_MS),
    describe: ({ id }: Account) => security.describeLoginCodes(id, clock.now(), BUDGET),
    spend: (account: Account, code: string) =>
      security.spendLoginCode(account.id, hash(account, code), clock.now(), { newest: NEWEST }),
    sweep: () => security.removeOldLoginCodes(clock.now() - HOUR_MS),
  };
}

export type LoginCodes = ReturnType<typeof createLoginCodes>;

export interface TwoFactorRequirement {
  hasApp: boolean;
  /** Whether a mailed code is accepted; `closed` if a code is required but no email can be sent. */
  mail: 'open' | 'closed' | 'off';
  /** `own`: the owner has set up a factor; `device`: this service wants a code from unknown devices. */
  reason: 'own' | 'device';
}

/** How long a session that began with a recovery code may set up an app without another code. */
const RECOVERED = { most: 10_000, lifetimeMs: 15 * 60_000 };

const SIX_DIGITS = /^\d{6}$/;

/** Creates the check. With `isNewDeviceCodeOn`, devices that the account does not know need a mailed code. */
export function createTwoFactor(
  ports: {
    security: SecurityStore;
    mailer: Mailer<TwoFactorEmail>;
    clock: Clock;
    states: SharedStates;
    isNewDeviceCodeOn(): boolean;
  } & {
    loginCodes: LoginCodes;
    log: AccountLog;
  },
) {
  const { security, loginCodes, log, clock, states, isNewDeviceCodeOn } = ports;
  const limits = createCodeLimits(states);
  const notice = createWrongCodeNotice(ports);

  /** Spends the code, and returns whether it was right. */
  async function spendCode(account: Account, code: string, deviceContext: DeviceContext) {
    if (SIX_DIGITS.test(code)) {
      return (await spendTotp(account, code)) || loginCodes.spend(account, code);
    }
    if (!isRecoveryCode(code)) return false;
    const hash = hashRecoveryCode(account.id, code);
    const used = 'recovery code used';
    const notes = noteFactor(account, clock.now(), [used, deviceContext], used);
    return security.spendRecoveryCode(account.id, hash, notes);
  }

  async function spendTotp(account: Account, code: string): Promise<boolean> {
    const { totpSecret, totpConfirmedAt } = await security.findSecurity(account.id);
    if (totpSecret === null || totpConfirmedAt === null) return false;
    const step = findTotpStep(totpSecret, code, clock.now());
    return step !== undefined && (await security.spendTotpStep(account.id, step));
  }

  return {
    /** Sessions that recently began with a recovery code. */
    recovered: openSessionStates<{ accountId: number }>(states, 'recovered sessions', RECOVERED),

    async findTwoFactorRequirement(
      account: Account,
      deviceContext: DeviceContext,
    ): Promise<TwoFactorRequirement | undefined> {
      const found = await security.findSecurity(account.id);
      if (hasFactor(found)) {
        const mailed = loginCodes.canReach(account) ? 'open' : 'closed';
        return {
          hasApp: found.totpConfirmedAt !== null,
          mail: found.mailCodesSince === null ? 'off' : mailed,
          reason: 'own',
        };
      }
      const isProtected = found.protectedUntil > clock.now();
      if (deviceContext.isKnown || !(isProtected || isNewDeviceCodeOn())) return undefined;
      // If no code can be sent, requiring one would lock the owner out.
      if (!loginCodes.canReach(account)) return undefined;
      return { hasApp: false, mail: 'open', reason: 'device' };
    },

    /** Spends a code as typed, and returns whether it was right. Throws `LoginFailure` after too many wrong ones. */
    async checkCode(account: Account, text: string, deviceContext: DeviceContext) {
      const code = readCode(text);
      const kind = isRecoveryCode(code) ? 'recovery' : 'six digits';
      const end = await limits.begin(account, deviceContext, kind);
      let isWrong = false;
      try {
        isWrong = !(await spendCode(account, code, deviceContext));
        if (!isWrong) return true;
        const { device, country } = deviceContext;
        await log.note(account.id, 'wrong code', { device, country });
        await notice.noteWrong(account, deviceContext);
        return false;
      } finally {
        await end(isWrong ? 'wrong' : 'neither');
      }
    },

    findWaitMs: limits.findWaitMs,
    noteRotation: limits.noteRotation,
  };
}

export type TwoFactor = ReturnType<typeof createTwoFactor>;

/** The log entry for a change of a factor, and with `change` an email to the owner. */
export function noteFactor(
  account: Account,
  now: number,
  [event, { device = '', country = '' }]: [AccountEvent, EventFacts],
  change?: FactorChange,
): FactorNotes {
  const detail = change ?? '';
  return {
    entry: toLogEntry(now, event, { device, country }),
    bounds: LOG_BOUNDS,
    emailJobs:
      detail === ''
        ? []
        : notifyOwner<TwoFactorEmail['kind']>(account, 'second factor changed', now, { detail }),
  };
}

const LIMIT = 5;
const DAY_MS = 24 * 60 * 60_000;
const MAX_ACCOUNTS = 10_000;

/** Times of the latest wrong codes of an account, and of the email about them; `null` before the first email. */
interface Noted {
  wrongAt: readonly number[];
  reportedAt: number | null;
}

/** Creates the notice. It remembers at most `accountsAtMost` accounts, those with the latest changes. */
export function createWrongCodeNotice(
  { mailer, clock, states }: { mailer: Mailer<TwoFactorEmail>; clock: Clock; states: SharedStates },
  { accountsAtMost } = { accountsAtMost: MAX_ACCOUNTS },
) {
  const noted = states.open<Noted>('wrong codes of an account', { most: accountsAtMost });
  const keep = (state: Noted, now: number) => ({ state, until: now + DAY_MS });

  return {
    async noteWrong(account: Account, { device, country }: DeviceContext) {
      const key = `${account.id}`;
      const isDue = await noted.update(key, (state, now) => {
        const isRecent = (at: number) => Math.abs(now - at) < DAY_MS;
        const reportedAt = state?.reportedAt ?? null;
        const wrongAt = [...(state?.wrongAt ?? []).filter(isRecent), now].slice(-LIMIT);
        const isReported = reportedAt !== null && isRecent(reportedAt);
        const isNewNotice = wrongAt.length >= LIMIT && !isReported;
        return {
          result: isNewNotice,
          next: keep({ wrongAt, reportedAt: isNewNotice ? now : reportedAt }, now),
        };
      });
      if (!isDue) return;
      try {
        const at = clock.now();
        await emailOwner(mailer, account, { kind: 'wrong codes', device, country, at });
      } catch (error) {
        // No email was sent, so the next wrong code tries again.
        await noted.update(key, (state, now) => ({
          result: undefined,
          next: keep({ wrongAt: state?.wrongAt ?? [], reportedAt: null }, now),
        }));
        throw error;
      }
    },
  };
}

/** How the limits treat a code: as a recovery code, or as six digits or any other text. */
type CodeClass = 'six digits' | 'recovery';

interface Limit {
  attempts: Attempts;
  key: string;
}

const MAX_KEYS = 20_000;
/** A single IPv4 address, or the largest IPv6 network that a provider gives one customer. */
const SITE = { ipv4: 32, ipv6: 48 };

export function createCodeLimits(states: SharedStates) {
  const ofWindow = (from: string, limit: number, windowMs: number) =>
    createAttempts(states, {
      kind: `codes from ${from}`,
      limit,
      windowMs,
      keysAtMost: MAX_KEYS,
    });
  const fromAddress = ofWindow('an address', 5, 5 * MINUTE_MS);
  // A /48 holds 65,536 of the networks that each count as one address.
  const fromSite = ofWindow('a network', 8, 5 * MINUTE_MS);
  // Otherwise an attacker with the password would get five guesses from each of many addresses.
  const fromUnknown = ofWindow('unknown devices', 30, HOUR_MS);
  // A copied `device` cookie makes each of those addresses a known device.
  const fromKnown = ofWindow('a known device', 30, HOUR_MS);
  const origins = createKeyOrigins(states);

  function placesOf({ id }: Account, { address }: DeviceContext): Limit[] {
    return [
      { attempts: fromAddress, key: `${id} ${groupOfAddress(address)}` },
      { attempts: fromSite, key: `${id} ${networkOfAddress(address, SITE)}` },
    ];
  }

  /** The limits of the account; one of them needs a place left. */
  async function accountLimits(
    { id }: Account,
    { knownKeys }: DeviceContext,
    kind: CodeClass,
  ): Promise<[Limit, ...Limit[]]> {
    // Each kind has its own limit: using up one does not lock the owner out of the other.
    const found = await Promise.all(knownKeys.map(origins.find));
    const known = found.map((key) => ({ attempts: fromKnown, key: `${id} ${kind} ${key}` }));
    const [first, ...others] = known;
    if (first !== undefined) return [first, ...others];
    return [{ attempts: fromUnknown, key: `${id} ${kind}` }];
  }

  const waitsOf = (limits: readonly Limit[]) =>
    Promise.all(limits.map(({ attempts, key }) => attempts.findWaitMs(key)));

  /** Begins at the limit with the shortest wait, which is zero if one has a place left. */
  async function beginAtOne(limits: readonly [Limit, ...Limit[]]): Promise<EndGuess> {
    const waits = limits.length > 1 ? await waitsOf(limits) : [0];
    const { attempts, key } = limits[waits.indexOf(Math.min(...waits))] ?? limits[0];
    return attempts.begin(key);
  }

  return {
    async begin(
      account: Account,
      deviceContext: DeviceContext,
      kind: CodeClass,
    ): Promise<EndGuess> {
      const ends: EndGuess[] = [];
      const endAll = async (counts: GuessOutcome) => {
        for (const end of ends) await end(counts);
      };
      const ofAccount = await accountLimits(account, deviceContext, kind);
      const needed = placesOf(account, deviceContext).map((limit): [Limit] => [limit]);
      try {
        for (const limits of [...needed, ofAccount]) ends.push(await beginAtOne(limits));
      } catch (error) {
        await endAll('neither');
        throw error;
      }
      return endAll;
    },
    async findWaitMs(account: Account, deviceContext: DeviceContext) {
      const kinds = (['six digits', 'recovery'] as const).map(async (kind) =>
        Math.min(...(await waitsOf(await accountLimits(account, deviceContext, kind)))),
      );
      const places = await waitsOf(placesOf(account, deviceContext));
      return Math.max(...places, Math.min(...(await Promise.all(kinds))));
    },
    noteRotation: origins.note,
  };
}

/** How long an origin is remembered without a look-up, and how often a look-up is stored. */
const ORIGIN_MS = HOUR_MS;
const NOTED_MS = 5 * MINUTE_MS;

/** Remembers which key replaced which. Otherwise counts would restart with each login to any account. */
function createKeyOrigins(states: SharedStates) {
  const origins = states.open<{ origin: string; at: number }>('keys of browsers', {
    most: MAX_KEYS,
  });

  const keep = (origin: string, now: number) => ({
    result: origin,
    next: { state: { origin, at: now }, until: now + ORIGIN_MS + NOTED_MS },
  });

  /** Returns the original key, which is remembered as long as it is looked up. */
  const find = (key: string) =>
    origins.update(key, (found, now) => {
      if (found === undefined) return { result: key };
      const isNoted = Math.abs(now - found.at) < NOTED_MS;
      return isNoted ? { result: found.origin } : keep(found.origin, now);
    });

  return {
    find,
    async note({ from, to }: { from: string; to: string }): Promise<void> {
      const origin = await find(from);
      await origins.update(to, (_, now) => keep(origin, now));
    },
  };
}
