// Login on pages, in two steps: name and password, then, where one is needed, the code alone.

import type { Clock } from '../../lib/clock.ts';
import type { Caller } from '../caller.ts';
import type { Account, AccountStore } from '../ports.ts';
import { isCodeTyped } from '../second-factor/code-text.ts';
import type { LoginCodes } from '../second-factor/login-codes.ts';
import { type Demand, refusalOf, type SecondFactor } from '../second-factor/second-factor.ts';
import type { AccountSessions } from './account-sessions.ts';
import type { AnonymousSessions } from './anonymous-sessions.ts';
import type { CredentialCheck } from './credentials.ts';
import type { Approach, Entered, Entrance } from './entrance.ts';
import { LOGIN_ERRORS, type Refusal } from './login-failures.ts';
import { createPendingLogins } from './pending-logins.ts';
import type { Visitor } from './visitors.ts';

/** What the second step of a login shows. Times are milliseconds since the Unix epoch. */
export interface CodeStep extends Demand {
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
  callOff(visitor: Visitor): Promise<void>;
  sweep(): void;
}

/** Makes the login of browsers. */
export function createPageLogin(parts: {
  accounts: AccountStore;
  anonymous: AnonymousSessions;
  ofAccounts: Pick<AccountSessions, 'end'>;
  credentials: CredentialCheck;
  entrance: Entrance;
  secondFactor: SecondFactor;
  loginCodes: LoginCodes;
  clock: Clock;
}): PageLogin {
  const { accounts, anonymous, ofAccounts, credentials } = parts;
  const { entrance, secondFactor, loginCodes, clock } = parts;
  const pending = createPendingLogins(clock);

  async function describeStep(account: Account, demand: Demand): Promise<CodeStep> {
    const { nextAt, hasValid } = await loginCodes.describe(account);
    const isStuck = hasValid && (await loginCodes.isStuck(account));
    const { name: accountName } = account;
    return { ...demand, accountName, isMailed: hasValid, isStuck, nextMailAt: nextAt };
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
  ): Promise<({ account: Account; endsValue?: string | undefined } & Approach) | undefined> {
    const found = visitor.kind === 'none' ? undefined : pending.find(visitor.value);
    const account = found && (await accounts.findAccountById(found.accountId));
    if (!account || account.passwordHash !== found.passwordHash) return undefined;
    if (account.suspendedAt !== null) return undefined;
    const { endsValue } = found;
    return { account, endsValue, ...(await entrance.approach(account, visitor, caller)) };
  }

  async function finish(
    visitor: Visitor,
    {
      account,
      arrival,
      endsValue,
    }: { account: Account; endsValue?: string | undefined } & Approach,
  ) {
    const entered = await entrance.enter(account, visitor, arrival);
    if ('error' in entered) return entered;
    if (visitor.kind !== 'none') pending.drop(visitor.value);
    if (endsValue !== undefined) await ofAccounts.end(endsValue);
    return entered;
  }

  async function findRefusal(
    account: Account,
    { arrival }: Approach,
    code: string,
  ): Promise<Refusal | undefined> {
    if (!isCodeTyped(code)) return { error: LOGIN_ERRORS.loginCode };
    return refusalOf(await secondFactor.checkCode(account, code, arrival));
  }

  return {
    async logIn(visitor, form, caller) {
      const checked = await credentials.check(form, caller);
      if ('error' in checked) return checked;
      const { account } = checked;
      const approach = await entrance.approach(account, visitor, caller);
      const { demand } = approach;
      if (demand === undefined) return finish(visitor, { account, ...approach });
      // Whoever has an app is asked whether they want a letter.
      if (demand.mail === 'open' && !demand.hasApp) await loginCodes.send(account);
      const sessionValue = holdUp(visitor, account);
      return { step: await describeStep(account, demand), sessionValue };
    },

    async findCodeStep(visitor, caller) {
      const found = await findPending(visitor, caller);
      return found?.demand && describeStep(found.account, found.demand);
    },

    async enterCode(visitor, code, caller) {
      const found = await findPending(visitor, caller);
      if (found === undefined) return 'gone';
      const { account, demand } = found;
      if (demand === undefined) return orGone(await finish(visitor, found));
      const refusal = await findRefusal(account, found, code);
      if (refusal) return { ...refusal, step: await describeStep(account, demand) };
      return orGone(await finish(visitor, found));
    },

    async mailLoginCode(visitor, caller) {
      const found = await findPending(visitor, caller);
      if (found?.demand?.mail === 'open') await loginCodes.send(found.account);
      return found?.demand && describeStep(found.account, found.demand);
    },

    async startSession(visitor, account, caller) {
      const { arrival, demand } = await entrance.approach(account, visitor, caller);
      const isOwn = visitor.kind === 'account' && visitor.account.id === account.id;
      if (demand?.reason === 'own' && !isOwn) return undefined;
      const entered = await entrance.enter(account, visitor, arrival);
      return 'error' in entered ? undefined : entered;
    },

    async callOff(visitor) {
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
