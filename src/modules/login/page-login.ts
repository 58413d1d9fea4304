// Login on pages in two steps: name and password, then, if needed, only the code, within ten minutes.

import { sha256Hex } from '../../platform/lib/digest.ts';
import { isCodeTyped } from '../../platform/lib/one-time-code.ts';
import { openSessionStates } from '../../platform/lib/shared-states.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { readCode } from '../../platform/lib/typed-code.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import { type Account, type AccountStore, LoginFailure, wrongCode } from '../account/index.ts';
import type { AccountSessions, AnonymousSessions, Visitor } from '../sessions/index.ts';
import {
  isRecoveryCode,
  type LoginCodes,
  type TwoFactor,
  type TwoFactorRequirement,
} from '../two-factor/index.ts';
import type { CredentialCheck, Entered, LoginAttempt, LoginCompletion } from './login.ts';

/** The data of the second step. Times are milliseconds since the Unix epoch. */
export interface CodeStep extends TwoFactorRequirement {
  accountName: string;
  isMailed: boolean;
  isStuck: boolean;
  nextMailAt: number;
}

interface PendingLogin {
  accountId: number;
  /** SHA-256 of the hash of the checked password. A password change ends the login. */
  passwordTag: string;
  /** The hash of the account session that the login started from. The login's success ends that session. */
  endsHash?: string | undefined;
}

type Found = { account: Account; endsHash?: string | undefined } & LoginAttempt;

interface PendingParts {
  accounts: AccountStore;
  states: SharedStates;
  anonymous: AnonymousSessions;
  accountSessions: AccountSessions;
  loginCompletion: LoginCompletion;
}

export function createPageLogin(
  parts: PendingParts & {
    credentials: CredentialCheck;
    twoFactor: TwoFactor;
    loginCodes: LoginCodes;
  },
) {
  const { credentials, loginCompletion, twoFactor, loginCodes } = parts;
  const { keepPending, findPending, finish, cancel } = createPendingLogins(parts);
  const describeStep = createStepDescription(loginCodes);

  /** Logs in an account whose first factor was shown, or starts the second step. Throws `LoginFailure`. */
  async function enterAccount(visitor: Visitor, account: Account, caller: Caller) {
    const attempt = await loginCompletion.attempt(account, visitor, caller);
    const { requirement } = attempt;
    if (requirement === undefined) return finish(visitor, { account, ...attempt });
    // Owners with an app or a passkey choose themselves whether they want an email.
    const { mail, hasApp, hasPasskey } = requirement;
    if (mail === 'open' && !hasApp && !hasPasskey) await loginCodes.send(account);
    const sessionValue = await keepPending(visitor, account);
    return { step: await describeStep(account, requirement), sessionValue };
  }

  return {
    enterAccount,

    /** The first step. It needs no token, because pages protect their own forms. Throws `LoginFailure`. */
    async logIn(visitor: Visitor, form: { username: string; password: string }, caller: Caller) {
      return enterAccount(visitor, await credentials.check(form, caller), caller);
    },

    /** The data of the code page; `undefined` when no login of this session waits for a code. */
    async findCodeStep(visitor: Visitor, caller: Caller) {
      const found = await findPending(visitor, caller);
      return found?.requirement && describeStep(found.account, found.requirement);
    },

    /** The second step. `undefined` when no login of this session waits for a code any more. Throws `LoginFailure`. */
    async enterCode(visitor: Visitor, code: string, caller: Caller) {
      const found = await findPending(visitor, caller);
      if (found === undefined) return undefined;
      if (found.requirement !== undefined) {
        const isRight =
          isCodeTyped(code) &&
          (await twoFactor.checkCode(found.account, code, found.deviceContext));
        if (!isRight) throw wrongCode(code);
      }
      const entered = await unlessChanged(finish(visitor, found));
      const isRecovered = found.requirement !== undefined && isRecoveryCode(readCode(code));
      if (entered !== undefined && isRecovered) {
        await twoFactor.recovered.put(entered.sessionValue, { accountId: entered.account.id });
      }
      return entered && { ...entered, isRecovered };
    },

    /** The account whose login waits for the second step in this session. */
    findPendingAccount: async (visitor: Visitor, caller: Caller) =>
      (await findPending(visitor, caller))?.account,

    /**
     * Logs in an account by its passkey, after the password or, if `isAlone`, in place of it. `undefined` if `isAlone`
     * is false and no login of this account waits. Throws `LoginFailure`.
     */
    async enterWithPasskey(visitor: Visitor, account: Account, caller: Caller, isAlone: boolean) {
      const found = await findPending(visitor, caller);
      if (found?.account.id === account.id) return finish(visitor, found);
      if (!isAlone) return undefined;
      const attempt = await loginCompletion.attempt(account, visitor, caller);
      return finish(visitor, { account, endsHash: found?.endsHash, ...attempt });
    },

    /** Mails another code unless one was sent a moment ago. `undefined` as in `findCodeStep`. */
    async mailLoginCode(visitor: Visitor, caller: Caller) {
      const found = await findPending(visitor, caller);
      if (found?.requirement?.mail === 'open') await loginCodes.send(found.account);
      return found?.requirement && describeStep(found.account, found.requirement);
    },

    /**
     * Starts a session for a visitor who proved to own the account in another way than by logging in, and ends the
     * visitor's session. `undefined` when the account changed since it was read, or when a second factor is on and
     * neither a code nor a session of the account was shown: an email's link is no way around it.
     */
    async startSession(visitor: Visitor, account: Account, caller: Caller) {
      const attempt = await loginCompletion.attempt(account, visitor, caller);
      const isOwn = visitor.kind === 'account' && visitor.account.id === account.id;
      if (attempt.requirement?.reason === 'own' && !isOwn) return undefined;
      return unlessChanged(loginCompletion.enter(account, visitor, attempt.deviceContext));
    },

    cancel,
  };
}

const createStepDescription =
  (loginCodes: LoginCodes) =>
  async (account: Account, requirement: TwoFactorRequirement): Promise<CodeStep> => {
    const { nextAt, hasValid } = await loginCodes.describe(account);
    const isStuck = hasValid && (await loginCodes.isStuck(account));
    const { name: accountName } = account;
    return { ...requirement, accountName, isMailed: hasValid, isStuck, nextMailAt: nextAt };
  };

export type PageLogin = ReturnType<typeof createPageLogin>;

/** Creates the logins that wait for their second step, each in the session in which its password was typed. */
function createPendingLogins(parts: PendingParts) {
  const { accounts, states, anonymous, accountSessions, loginCompletion } = parts;
  const bounds = { most: 10_000, lifetimeMs: 10 * 60_000 };
  const pending = openSessionStates<PendingLogin>(states, 'pending logins', bounds);

  /** Keeps the login until its code comes, in a new session that nobody could have planted before the password. */
  async function keepPending(visitor: Visitor, account: Account): Promise<string> {
    if (visitor.kind === 'anonymous') await anonymous.end(visitor.value);
    const sessionValue = anonymous.create();
    const endsHash = visitor.kind === 'account' ? accountSessions.hashOf(visitor.value) : undefined;
    const login = { accountId: account.id, passwordTag: sha256Hex(account.passwordHash), endsHash };
    await pending.put(sessionValue, login);
    return sessionValue;
  }

  async function findPending(visitor: Visitor, caller: Caller): Promise<Found | undefined> {
    const found = visitor.kind === 'none' ? undefined : await pending.find(visitor.value);
    const account = found && (await accounts.findAccountById(found.accountId));
    if (!account || found.passwordTag !== sha256Hex(account.passwordHash)) return undefined;
    if (account.suspendedAt !== null) return undefined;
    const { endsHash } = found;
    return { account, endsHash, ...(await loginCompletion.attempt(account, visitor, caller)) };
  }

  /** Starts the session of a login that has shown all it needs, and ends what it replaces. */
  async function finish(visitor: Visitor, { account, deviceContext, endsHash }: Found) {
    const entered = await loginCompletion.enter(account, visitor, deviceContext);
    if (visitor.kind !== 'none') await pending.drop(visitor.value);
    if (endsHash !== undefined) await accountSessions.endByHash(endsHash);
    return entered;
  }

  async function cancel(visitor: Visitor) {
    const found = visitor.kind === 'none' ? undefined : await pending.find(visitor.value);
    if (visitor.kind === 'none' || found === undefined) return;
    await pending.drop(visitor.value);
    if (found.endsHash !== undefined) await accountSessions.endByHash(found.endsHash);
  }

  return { keepPending, findPending, finish, cancel };
}

/** The new session; `undefined` when the account changed before the session started. */
async function unlessChanged(entering: Promise<Entered>): Promise<Entered | undefined> {
  try {
    return await entering;
  } catch (error) {
    if (error instanceof LoginFailure) return undefined;
    throw error;
  }
}
