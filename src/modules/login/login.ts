// The login of launchers, and for every login the check of name and password and the start of the session.

import { groupOfAddress } from '../../platform/lib/address.ts';
import type { KnownAs } from '../../platform/lib/bounded-queue.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure, isBusy } from '../../platform/lib/failure.ts';
import { isCodeTyped } from '../../platform/lib/one-time-code.ts';
import {
  type BoundedPasswords,
  type PasswordHasher,
  SHOWN_AS_OWNER,
} from '../../platform/lib/password-hashing.ts';
import type { SignedTokens } from '../../platform/lib/shared-states.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { pauseIfBusy, type Timers } from '../../platform/lib/timers.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import {
  type Account,
  type AccountStore,
  type Attempts,
  accountSuspended,
  createAttempts,
  emailOwner,
  findAccount,
  type GuessOutcome,
  isPossiblePassword,
  LOG_BOUNDS,
  LoginFailure,
  loginBusy,
  mailClosed,
  tooManyAttempts,
  unknownName,
  wrongCode,
  wrongPassword,
  wrongToken,
} from '../account/index.ts';
import type { Mailer } from '../email/index.ts';
import {
  type AccountSessions,
  type AnonymousSessions,
  type DeviceContext,
  type Devices,
  MAX_DEVICES,
  type Visitor,
} from '../sessions/index.ts';
import type { LoginCodes, TwoFactor } from '../two-factor/index.ts';
import { PASSWORD_LIMITS } from './brute-force-protection.ts';
import type { Report } from './events.ts';
import type { LoginEmail } from './login-emails.ts';

export const LOGIN_TOKEN_LIFETIME_MS = 10 * 60_000;

export interface LoginState {
  sessionValue: string;
  /** The name in the account's own spelling; `null` while not logged in. */
  username: string | null;
  isAuthenticated: boolean;
  token: string;
  /** Identifiers or sentences. Empty means success, as does the single error `verification` (C4.8). */
  errors: string[];
  failure?: LoginFailure;
}

/** The fields of a login; a missing one is empty. */
export interface LoginForm {
  username: string;
  password: string;
  token: string;
  /** The second factor as typed: a code from an authenticator app, an email or the list of recovery codes. */
  loginCode: string;
}

/** What another module adds to the login. */
export interface LinkHooks {
  launcherLinks?: readonly LinkPort[];
}

declare module '../../platform/module/description.ts' {
  interface Hooks extends LinkHooks {}
}

/** Logs launchers in that a player approved in the browser. */
export interface LinkPort {
  /** What a player types in place of a password, in lower case. */
  password: string;
  /**
   * Finds the text for the launcher, or says that its session is already logged in; `undefined` for an ordinary login.
   * Throws `LoginFailure`.
   */
  findLinkAnswer(visitor: Visitor, username: string, caller: Caller): Promise<string | undefined>;
  /** The account that was approved for this session, once; otherwise `undefined`. Throws `unavailable`. */
  takeApproval(sessionValue: string, caller: Caller): Promise<Account | undefined>;
}

export function createLauncherLogin(parts: {
  anonymous: AnonymousSessions;
  tokens: SignedTokens;
  credentials: CredentialCheck;
  loginCompletion: LoginCompletion;
  twoFactor: TwoFactor;
  loginCodes: LoginCodes;
  hooks?: LinkHooks;
}) {
  const { anonymous, tokens, credentials, loginCompletion, hooks = {} } = parts;
  const { describeSuccess, describeFailure, describeLogin } = createLoginStates(parts);
  const checkCode = createCodeCheck(parts);

  /** A client that lost its cookie has no session that the token could belong to (C4.6). */
  async function spendToken(visitor: Visitor, token: string): Promise<boolean> {
    if (visitor.kind === 'none') return false;
    const [isGood, isLive] = await Promise.all([
      tokens.spend(visitor.value, token),
      // A login in another request may have ended the session since the visitor was recognised.
      visitor.kind === 'account' || anonymous.isStillLive(visitor.value),
    ]);
    return isGood && isLive;
  }

  return {
    describeLogin,

    /** The first step of a launcher, which may log in an account whose owner has approved this session meanwhile. */
    async beginLogin(visitor: Visitor, caller: Caller): Promise<LoginState> {
      const [link] = hooks.launcherLinks ?? [];
      if (link === undefined || visitor.kind === 'none') return describeLogin(visitor);
      try {
        const account = await link.takeApproval(visitor.value, caller);
        if (account === undefined) return describeLogin(visitor);
        const { deviceContext } = await loginCompletion.attempt(account, visitor, caller);
        const entered = await loginCompletion.enter(account, visitor, deviceContext);
        return describeSuccess(entered.sessionValue, account);
      } catch (error) {
        // The account has changed, or the database is unavailable. The answer is the state of the session as it is.
        const isKnown = error instanceof LoginFailure || isUnavailable(error);
        if (isKnown) return describeLogin(visitor);
        throw error;
      }
    },

    /** Checks token, attempts, username, password, suspension and second factor (C4.7). A failure is a state too. */
    async completeLogin(visitor: Visitor, form: LoginForm, caller: Caller): Promise<LoginState> {
      // The token comes first: when two simultaneous posts share a token, one finds it spent (C4.5).
      if (!(await spendToken(visitor, form.token))) return describeFailure(visitor, wrongToken());
      try {
        const [link] = hooks.launcherLinks ?? [];
        const isLink = form.password.trim().toLowerCase() === link?.password;
        const answer = isLink && (await link?.findLinkAnswer(visitor, form.username, caller));
        if (answer === 'logged in') return describeLogin(visitor);
        if (answer) return { ...describeFailure(visitor), errors: [answer] };
        const account = await credentials.check(form, caller);
        const attempt = await loginCompletion.attempt(account, visitor, caller);
        if (attempt.requirement) await checkCode(account, attempt, form.loginCode);
        const entered = await loginCompletion.enter(account, visitor, attempt.deviceContext);
        return describeSuccess(entered.sessionValue, account);
      } catch (error) {
        if (error instanceof LoginFailure) return describeFailure(visitor, error);
        throw error;
      }
    },
  };
}

export type LauncherLogin = ReturnType<typeof createLauncherLogin>;

/** Creates what launchers are told, each time with a fresh token. */
function createLoginStates(parts: { anonymous: AnonymousSessions; tokens: SignedTokens }) {
  const { anonymous, tokens } = parts;

  function describeSuccess(sessionValue: string, account: Account): LoginState {
    return {
      sessionValue,
      // The name in the account's own spelling (C4.17).
      username: account.name,
      isAuthenticated: true,
      token: tokens.issue(sessionValue),
      // C4.13
      errors: account.verifiedAt === null ? ['verification'] : [],
    };
  }

  /** The state of a visitor whose login failed (C4.8). */
  function describeFailure(visitor: Visitor, failure?: LoginFailure): LoginState {
    const sessionValue = keepValue(visitor);
    return {
      sessionValue,
      username: null,
      isAuthenticated: false,
      token: tokens.issue(sessionValue),
      ...(failure === undefined ? { errors: [] } : { errors: [failure.launcherText], failure }),
    };
  }

  /** A failed login leaves the session as it was (C3.7). */
  function keepValue(visitor: Visitor): string {
    if (visitor.kind === 'account') return visitor.value;
    const isKept = visitor.kind === 'anonymous' && anonymous.isLive(visitor.value);
    return isKept ? visitor.value : anonymous.create();
  }

  /** The login state of a visitor, with a fresh token and, when there was none, a new session (C4.1, C4.2). */
  const describeLogin = (visitor: Visitor): LoginState =>
    visitor.kind === 'account'
      ? describeSuccess(visitor.value, visitor.account)
      : describeFailure(visitor);

  return { describeSuccess, describeFailure, describeLogin };
}

function createCodeCheck(parts: { twoFactor: TwoFactor; loginCodes: LoginCodes }) {
  const { twoFactor, loginCodes } = parts;

  /** Throws `LoginFailure` unless the code is right. */
  return async function checkCode(
    account: Account,
    { deviceContext, requirement }: LoginAttempt,
    text: string,
  ): Promise<void> {
    const canMail = requirement?.mail === 'open';
    if (!isCodeTyped(text)) {
      const waitMs = await twoFactor.findWaitMs(account, deviceContext);
      if (waitMs > 0) throw tooManyAttempts(waitMs);
      if (canMail) await loginCodes.send(account);
      // Compatibility: only this text makes the launcher show its field for the code (C4.15).
      throw wrongCode(text);
    }
    if (await twoFactor.checkCode(account, text, deviceContext)) return;
    if (canMail && !(await loginCodes.describe(account)).hasValid) await loginCodes.send(account);
    const isStranded = requirement?.mail === 'closed' && !requirement.hasApp;
    throw isStranded ? mailClosed() : wrongCode(text);
  };
}

/** The last step of every login and of registration. The caller has checked password and code. */
export function createLoginCompletion(
  parts: { accounts: AccountStore; mailer: Mailer<LoginEmail>; clock: Clock } & {
    passwords: Pick<PasswordHasher, 'isOutdated'>;
    anonymous: AnonymousSessions;
    accountSessions: AccountSessions;
    devices: Devices;
    twoFactor: TwoFactor;
  },
) {
  const { accounts, passwords, anonymous, accountSessions, devices, twoFactor, mailer, clock } =
    parts;

  async function explainRefusedStart(checked: Account): Promise<Error> {
    const account = await accounts.findAccountById(checked.id);
    if (!account) return unknownName(checked.name);
    const isChanged = account.passwordHash !== checked.passwordHash;
    // Another login at the same moment may have upgraded the hash; the password is still right.
    if (isChanged && !passwords.isOutdated(checked.passwordHash)) return wrongPassword();
    if (account.suspendedAt !== null) return accountSuspended(account);
    // The account was suspended and restored between two reads, so another login succeeds.
    return loginBusy();
  }

  return {
    /** Finds the login's device and what the login needs beside the password; `undefined` for nothing. */
    async attempt(account: Account, visitor: Visitor, caller: Caller) {
      const hasOwnSession = visitor.kind === 'account' && visitor.account.id === account.id;
      const deviceContext = await devices.recognise(account, caller, hasOwnSession);
      return {
        deviceContext,
        requirement: await twoFactor.findTwoFactorRequirement(account, deviceContext),
      };
    },
    /** Starts a session in place of the visitor's (C3.7). Throws `LoginFailure` when the account changed meanwhile. */
    async enter(account: Account, visitor: Visitor, deviceContext: DeviceContext) {
      const { device, country, isKnown, isFirst, learns } = deviceContext;
      const endsValue = visitor.kind === 'account' ? visitor.value : undefined;
      const at = clock.now();
      // Logging in to any account gives a browser a new device key, so its wrong codes keep counting for the new key.
      if (learns.rotates !== undefined) await twoFactor.noteRotation(learns.rotates);
      const sessionValue = await accountSessions.start(account, endsValue, {
        entry: { at, event: 'logged in', device, country, detail: '' },
        logBounds: LOG_BOUNDS,
        deviceKeyHashes: learns.keyHashes,
        devicesAtMost: MAX_DEVICES,
        rotates: learns.rotates,
      });
      if (sessionValue === undefined) throw await explainRefusedStart(account);
      // C3.7
      if (visitor.kind === 'anonymous') await anonymous.end(visitor.value);
      if (!isKnown && !isFirst) {
        await emailOwner(mailer, account, { kind: 'new device', device, country, at });
      }
      return { account, sessionValue, deviceValue: learns.deviceValue, isFirst };
    },
  };
}

export type LoginCompletion = ReturnType<typeof createLoginCompletion>;
export type LoginAttempt = Awaited<ReturnType<LoginCompletion['attempt']>>;
export type Entered = Awaited<ReturnType<LoginCompletion['enter']>>;

/** Creates the check; `passwords` hashes only passwords that an account could have. */
export function createCredentialCheck(
  ports: { accounts: AccountStore; states: SharedStates } & {
    passwords: BoundedPasswords;
    findKnown(accountId: number, caller: Caller): Promise<KnownAs | undefined>;
    onWrongPassword(account: Account): Promise<void>;
  },
) {
  const { accounts, states, passwords, findKnown, onWrongPassword } = ports;
  // Attempts are limited by address, or by account and address, so no stranger can lock a player out (C4.11).
  const fromAddress = createAttempts(states, PASSWORD_LIMITS.address);
  const onAccount = createAttempts(states, PASSWORD_LIMITS.account);

  async function isRightPassword(password: string, account: Account, hasher: PasswordHasher) {
    if (!isPossiblePassword(password)) return false;
    const isRight = await unlessBusy(hasher.verify(password, account.passwordHash));
    if (isRight === undefined) throw loginBusy();
    return isRight;
  }

  async function requirePassword(password: string, account: Account, hasher: PasswordHasher) {
    if (!(await isRightPassword(password, account, hasher))) {
      await onWrongPassword(account);
      throw wrongPassword(password);
    }
    if (account.suspendedAt !== null) throw accountSuspended(account);
  }

  /** Replaces a hash of an older cost with one of today's cost. While the service is busy, a later login does it. */
  async function upgrade(password: string, account: Account, hasher: PasswordHasher) {
    const { id, passwordHash: from } = account;
    const to = await unlessBusy(hasher.hash(password));
    if (to === undefined) return account;
    if (await accounts.replacePasswordHash(id, { from, to })) {
      return { ...account, passwordHash: to };
    }
    // Another login did the same meanwhile, or the password was changed.
    const current = await accounts.findAccountById(id);
    if (!current) throw unknownName(account.name);
    if (await isRightPassword(password, current, hasher)) return current;
    throw wrongPassword(password);
  }

  // Counts for each password hash: after a password change, the new password works at once.
  const pairOf = ({ id, passwordHash }: Account, address: string) =>
    `${id} ${passwordHash} ${groupOfAddress(address)}`;

  return {
    /** Throws `LoginFailure` for the first failed check (C4.7). Right passwords are limited too: each costs a check. */
    check: (
      { username, password }: { username: string; password: string },
      caller: Caller,
    ): Promise<Account> =>
      limited(fromAddress, groupOfAddress(caller.address), async () => {
        const account = await findAccount(accounts, username);
        if (!account) throw unknownName(username);
        const { address } = caller;
        return limited(onAccount, pairOf(account, address), async () => {
          const known = await findKnown(account.id, caller);
          const hasher = passwords.by({ from: { address }, known });
          await requirePassword(password, account, hasher);
          const isOutdated = hasher.isOutdated(account.passwordHash);
          return isOutdated ? upgrade(password, account, hasher) : account;
        });
      }),
    /** Checks only the password of a logged-in owner. Wrong ones count as attempts too. Throws `LoginFailure`. */
    checkPassword(account: Account, password: string, address: string): Promise<void> {
      const hasher = passwords.by({ from: { address }, known: SHOWN_AS_OWNER });
      return limited(onAccount, pairOf(account, address), () =>
        requirePassword(password, account, hasher),
      );
    },
  };
}

export type CredentialCheck = ReturnType<typeof createCredentialCheck>;

/** How an outcome counts as a guess. A check that the service was too busy for does not count. */
function countOf(error: unknown): GuessOutcome {
  if (!(error instanceof Failure)) return 'neither';
  // The right password of a suspended account counts too: it cost a check like any other.
  if (error.kind === 'forbidden') return 'right';
  return error.field === 'username' || error.field === 'password' ? 'wrong' : 'neither';
}

async function limited<Result>(
  attempts: Attempts,
  key: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const end = await attempts.begin(key);
  let counts: GuessOutcome = 'right';
  try {
    return await check();
  } catch (error) {
    counts = countOf(error);
    throw error;
  } finally {
    await end(counts);
  }
}

const isUnavailable = (error: unknown) => error instanceof Failure && error.kind === 'unavailable';

/** The result of hashing or checking; `undefined` when the service was too busy. */
async function unlessBusy<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

/** Logs why a login failed. Never throws. After too many wrong passwords, the client's answer waits. */
export async function noteLoginFailure(
  { report, timers }: { report: Report; timers: Timers },
  failure: LoginFailure,
  address: string,
): Promise<void> {
  if (isBusy(failure)) report('login_busy', { address });
  else if (failure.kind === 'rate_limited') report('login_stopped', { address });
  else report('login_failed', { reason: failure.launcherText, address });
  await pauseIfBusy(timers, failure);
}
