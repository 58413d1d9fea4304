// Login on pages, in two steps: name and password, then, where one is needed, the code alone.

import type { Clock } from '../../lib/clock.ts';
import type { Caller } from '../caller.ts';
import type { Account, AccountStore } from '../ports.ts';
import { isCodeTyped } from '../two-factor/code-text.ts';
import type { LoginCodes } from '../two-factor/login-codes.ts';
import { refusalOf, type TwoFactor, type TwoFactorRequirement } from '../two-factor/two-factor.ts';
import type { AccountSessions } from './account-sessions.ts';
import type { AnonymousSessions } from './anonymous-sessions.ts';
import type { CredentialCheck } from './credentials.ts';
import type { Entered, LoginAttempt, LoginCompletion } from './login-completion.ts';
import { LOGIN_ERRORS, type Refusal } from './login-failures.ts';
import { createPendingLogins } from './pending-logins.ts';
import type { Visitor } from './visitors.ts';

/** What the second step of a login shows. Times are milliseconds since the Unix epoch. */
export interface CodeStep extends TwoFactorRequirement {
  accountName: string;
  /** Whether a mailed code is under way that is still good. */
  isMailed: boolean;
  /** Whether the mail server did not take it so far. */
  isStuck: boolean;
  /** When the next code may be mailed; in the past for at once. */
  nextMailAt: number;
}

/** What became of the first step. */
export type FirstStep =
  | ({ account: Account } & Entered)
  /** A code is owed. `sessionValue` is the new session that the login is bound to. */
  | { step: CodeStep; sessionValue: string }
  | Refusal;

/** What became of the second one; `gone` when no login is pending for this session any more. */
export type SecondStep = ({ account: Account } & Entered) | (Refusal & { step: CodeStep }) | 'gone';

/** The login of browsers. */
export interface PageLogin {
  /** The first step, with the rules and attempts of launchers; no token, since pages know their own forms. */
  logIn(
    visitor: Visitor,
    form: { username: string; password: string },
    caller: Caller,
  ): Promise<FirstStep>;
  /** `undefined` when no login of this session waits for a code. */
  findCodeStep(visitor: Visitor, caller: Caller): Promise<CodeStep | undefined>;
  /** The second step. On success the session is a new one, and the visitor's has ended. */
  enterCode(visitor: Visitor, code: string, caller: Caller): Promise<SecondStep>;
  /** Mails one more code unless one was sent a moment ago; `undefined` like `findCodeStep`. */
  mailLoginCode(visitor: Visitor, caller: Caller): Promise<CodeStep | undefined>;
  /**
   * Starts a session for whoever just proved to own the account in another way than by logging in;
   * the visitor's ends. `undefined` when the account has changed since it was read, and where a second
   * factor stands that neither a code nor a session of the account was shown for: a link out of the
   * mail is no way around it.
   */
  startSession(visitor: Visitor, account: Account, caller: Caller): Promise<Entered | undefined>;
  /** Ends a login that waits for its code, and the session that it came from. */
  cancel(visitor: Visitor): Promise<void>;
  sweep(): void;
}

/** Makes the login of browsers. */
export function createPageLogin(parts: {
  accounts: AccountStore;
  anonymous: AnonymousSessions;
  ofAccounts: Pick<AccountSessions, 'end'>;
  credentials: CredentialCheck;
  loginCompletion: LoginCompletion;
  twoFactor: TwoFactor;
  loginCodes: LoginCodes;
  clock: Clock;
}): PageLogin {
  const { accounts, anonymous, ofAccounts, credentials } = parts;
  const { loginCompletion, twoFactor, loginCodes, clock } = parts;
  const pending = createPendingLogins(clock);

  async function describeStep(
    account: Account,
    requirement: TwoFactorRequirement,
  ): Promise<CodeStep> {
    const { nextAt, hasValid } = await loginCodes.describe(account);
    const isStuck = hasValid && (await loginCodes.isStuck(account));
    const { name: accountName } = account;
    return { ...requirement, accountName, isMailed: hasValid, isStuck, nextMailAt: nextAt };
  }

  /** Has the login wait for its code, in a session that nobody could have planted before the password was shown. */
  function holdUp(visitor: Visitor, { id, passwordHash }: Account): string {
    if (visitor.kind === 'anonymous') anonymous.end(visitor.value);
    const sessionValue = anonymous.create();
    const endsValue = visitor.kind === 'account' ? visitor.value : undefined;
    pending.put(sessionValue, { accountId: id, passwordHash, endsValue });
    return sessionValue;
  }

  async function findPending(
    visitor: Visitor,
    caller: Caller,
  ): Promise<({ account: Account; endsValue?: string | undefined } & LoginAttempt) | undefined> {
    const found = visitor.kind === 'none' ? undefined : pending.find(visitor.value);
    const account = found && (await accounts.findAccountById(found.accountId));
    if (!account || account.passwordHash !== found.passwordHash) return undefined;
    if (account.suspendedAt !== null) return undefined;
    const { endsValue } = found;
    return { account, endsValue, ...(await loginCompletion.attempt(account, visitor, caller)) };
  }

  async function finish(
    visitor: Visitor,
    {
      account,
      deviceContext,
      endsValue,
    }: { account: Account; endsValue?: string | undefined } & LoginAttempt,
  ) {
    const entered = await loginCompletion.enter(account, visitor, deviceContext);
    if ('error' in entered) return entered;
    if (visitor.kind !== 'none') pending.drop(visitor.value);
    if (endsValue !== undefined) await ofAccounts.end(endsValue);
    return entered;
  }

  async function findRefusal(
    account: Account,
    { deviceContext }: LoginAttempt,
    code: string,
  ): Promise<Refusal | undefined> {
    if (!isCodeTyped(code)) return { error: LOGIN_ERRORS.loginCode };
    return refusalOf(await twoFactor.checkCode(account, code, deviceContext));
  }

  return {
    async logIn(visitor, form, caller) {
      const checked = await credentials.check(form, caller);
      if ('error' in checked) return checked;
      const { account } = checked;
      const attempt = await loginCompletion.attempt(account, visitor, caller);
      const { requirement } = attempt;
      if (requirement === undefined) return finish(visitor, { account, ...attempt });
      // Whoever has an app is asked whether they want a letter.
      if (requirement.mail === 'open' && !requirement.hasApp) await loginCodes.send(account);
      const sessionValue = holdUp(visitor, account);
      return { step: await describeStep(account, requirement), sessionValue };
    },

    async findCodeStep(visitor, caller) {
      const found = await findPending(visitor, caller);
      return found?.requirement && describeStep(found.account, found.requirement);
    },

    async enterCode(visitor, code, caller) {
      const found = await findPending(visitor, caller);
      if (found === undefined) return 'gone';
      const { account, requirement } = found;
      if (requirement === undefined) return orGone(await finish(visitor, found));
      const refusal = await findRefusal(account, found, code);
      if (refusal) return { ...refusal, step: await describeStep(account, requirement) };
      return orGone(await finish(visitor, found));
    },

    async mailLoginCode(visitor, caller) {
      const found = await findPending(visitor, caller);
      if (found?.requirement?.mail === 'open') await loginCodes.send(found.account);
      return found?.requirement && describeStep(found.account, found.requirement);
    },

    async startSession(visitor, account, caller) {
      const { deviceContext, requirement } = await loginCompletion.attempt(
        account,
        visitor,
        caller,
      );
      const isOwn = visitor.kind === 'account' && visitor.account.id === account.id;
      if (requirement?.reason === 'own' && !isOwn) return undefined;
      const entered = await loginCompletion.enter(account, visitor, deviceContext);
      return 'error' in entered ? undefined : entered;
    },

    async cancel(visitor) {
      const found = visitor.kind === 'none' ? undefined : pending.find(visitor.value);
      if (visitor.kind === 'none' || found === undefined) return;
      pending.drop(visitor.value);
      if (found.endsValue !== undefined) await ofAccounts.end(found.endsValue);
    },

    sweep: pending.sweep,
  };
}

/** The account changed between the look at it and the start of its session: the login begins anew. */
function orGone(entered: ({ account: Account } & Entered) | Refusal) {
  return 'error' in entered ? ('gone' as const) : entered;
}
