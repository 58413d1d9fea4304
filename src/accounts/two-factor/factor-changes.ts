// How owners turn second factors of their accounts on and off, and get new recovery codes.

import type { Clock } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import type { Caller } from '../caller.ts';
import type { Mailer } from '../email-messages.ts';
import type { CredentialCheck } from '../login/credentials.ts';
import type { Devices } from '../login/devices.ts';
import { LOGIN_ERRORS, type Refusal } from '../login/login-failures.ts';
import type { Visitor } from '../login/visitors.ts';
import type { Account } from '../ports.ts';
import type {
  AccountEvent,
  AccountSecurity,
  FactorNotes,
  SecurityStore,
  TurnedOn,
} from '../security-ports.ts';
import { isCodeTyped, readCode } from './code-text.ts';
import { noteFactor } from './factor-notes.ts';
import { createFreshCodes } from './fresh-codes.ts';
import type { LoginCodes } from './login-codes.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { createTotpSecret, describeTotp, findTotpStep } from './totp.ts';
import { hasFactor, refusalOf, type TwoFactor } from './two-factor.ts';

/** A visitor who is logged in. */
export type Owner = Extract<Visitor, { kind: 'account' }>;

/** What an owner shows to change something: a code only where a factor is on already. */
export interface Proof {
  password: string;
  code: string;
}

/** The texts that refuse a change, besides those of a login. */
export const SECURITY_SETTINGS_ERRORS = {
  /** It is on, or off, already; or the set-up has expired. */
  outdated: 'outdated',
  mailClosed: 'mail closed',
  unconfirmed: 'unconfirmed',
} as const;

/** The changes. Refusals are in the answers, never thrown. */
export interface FactorChanges {
  /** Makes a secret for an authenticator app, which counts once a code of it was typed. */
  startApp(owner: Owner, proof: Proof, caller: Caller): Promise<Refusal | undefined>;
  /** The secret in base 32, and the text of the QR code; `undefined` when this session sets none up. */
  findAppSetup(owner: Owner): Promise<{ secret: string; uri: string } | undefined>;
  confirmApp(owner: Owner, code: string, caller: Caller): Promise<Refusal | undefined>;
  turnOffApp(owner: Owner, proof: Proof, caller: Caller): Promise<Refusal | undefined>;
  turnOnMailCodes(owner: Owner, proof: Proof, caller: Caller): Promise<Refusal | undefined>;
  turnOffMailCodes(owner: Owner, proof: Proof, caller: Caller): Promise<Refusal | undefined>;
  renewRecoveryCodes(owner: Owner, proof: Proof, caller: Caller): Promise<Refusal | undefined>;
  /** Codes just made in this session, until `forgetFreshCodes` or ten minutes later. */
  findFreshCodes(owner: Owner): readonly string[] | undefined;
  forgetFreshCodes(owner: Owner): void;
  /** Whether the code is right, where a factor is on: for changes elsewhere, after the password. */
  proveCode(owner: Owner, code: string, caller: Caller): Promise<Refusal | undefined>;
  /** Mails a code that the other verbs take, to owners who have codes mailed. */
  mailCode(owner: Owner): Promise<void>;
  sweep(): void;
}

const hashSession = (value: string) => sha256Hex(value);

const SETUP_MS = 30 * 60_000;

/** What changes are made with; `siteName` is what authenticator apps call the service. */
export interface FactorParts {
  security: SecurityStore;
  credentials: CredentialCheck;
  twoFactor: TwoFactor;
  loginCodes: LoginCodes;
  devices: Devices;
  mailer: Mailer;
  clock: Clock;
  siteName: string;
}

/** Makes the changes. */
export function createFactorChanges(parts: FactorParts): FactorChanges {
  const { security, credentials, twoFactor, loginCodes, devices } = parts;
  const { mailer, clock, siteName } = parts;
  const fresh = createFreshCodes(clock);

  const noteOf = (
    { account }: Owner,
    caller: Caller,
    event: AccountEvent,
    change?: 'turned on' | 'turned off',
  ) => noteFactor(account, clock.now(), [event, devices.describe(caller)], change);

  async function findProblem({ account }: Owner, proof: Proof, caller: Caller) {
    const refusal = await credentials.checkPassword(account, proof.password, caller.address);
    return refusal ?? findCodeProblem(account, proof.code, caller);
  }

  async function findCodeProblem(account: Account, code: string, caller: Caller) {
    if (!hasFactor(await security.findSecurity(account.id))) return undefined;
    if (!isCodeTyped(code)) return { error: LOGIN_ERRORS.loginCode };
    // A session may be stolen: it does not make its caller a known device here.
    const deviceContext = await devices.recognise(account, caller, false);
    return refusalOf(await twoFactor.checkCode(account, code, deviceContext));
  }

  const hashAll = ({ account }: Owner, codes: readonly string[]) =>
    codes.map((code) => hashRecoveryCode(account.id, code));

  /** A first factor comes with recovery codes, which this session is shown. */
  async function turnOn(
    owner: Owner,
    caller: Caller,
    event: AccountEvent,
    keep: (recoveryHashes: readonly string[], notes: FactorNotes) => Promise<TurnedOn>,
  ): Promise<Refusal | undefined> {
    const codes = createRecoveryCodes();
    const outcome = await keep(hashAll(owner, codes), noteOf(owner, caller, event, 'turned on'));
    if (outcome === 'refused') return { error: SECURITY_SETTINGS_ERRORS.outdated };
    if (outcome === 'first') fresh.put(owner.value, codes);
    return undefined;
  }

  async function turnOff(
    [owner, proof, caller]: [Owner, Proof, Caller],
    event: AccountEvent,
    isOn: (found: AccountSecurity) => boolean,
    forget: (accountId: number, notes: FactorNotes) => Promise<boolean>,
  ): Promise<Refusal | undefined> {
    const { id } = owner.account;
    // No code is spent on what is off already.
    if (!isOn(await security.findSecurity(id))) return { error: SECURITY_SETTINGS_ERRORS.outdated };
    const problem = await findProblem(owner, proof, caller);
    if (problem) return problem;
    const isOff = await forget(id, noteOf(owner, caller, event, 'turned off'));
    return isOff ? undefined : { error: SECURITY_SETTINGS_ERRORS.outdated };
  }

  /** Other sessions of the account may be a thief's, who would keep what is shown here. */
  async function findSetup({ account, value }: Owner): Promise<string | undefined> {
    const found = await security.findSecurity(account.id);
    const isOwn = found.totpSessionHash === hashSession(value);
    const isOpen = found.totpConfirmedAt === null && isOwn;
    const isYoung = clock.now() - (found.totpStartedAt ?? 0) < SETUP_MS;
    return isOpen && isYoung ? (found.totpSecret ?? undefined) : undefined;
  }

  return {
    async startApp(owner, proof, caller) {
      const problem = await findProblem(owner, proof, caller);
      if (problem) return problem;
      const isStarted = await security.startTotp(owner.account.id, {
        secret: createTotpSecret(),
        at: clock.now(),
        sessionHash: hashSession(owner.value),
      });
      return isStarted ? undefined : { error: SECURITY_SETTINGS_ERRORS.outdated };
    },
    async findAppSetup(owner) {
      const secret = await findSetup(owner);
      if (secret === undefined) return undefined;
      return { secret, uri: describeTotp(secret, siteName, owner.account.name) };
    },
    async confirmApp(owner, code, caller) {
      const secret = await findSetup(owner);
      if (secret === undefined) return { error: SECURITY_SETTINGS_ERRORS.outdated };
      const step = findTotpStep(secret, readCode(code), clock.now());
      if (step === undefined) return { error: LOGIN_ERRORS.loginCode };
      return turnOn(owner, caller, 'app turned on', (recoveryHashes, notes) => {
        const confirmed = { secret, step, at: clock.now(), recoveryHashes };
        return security.confirmTotp(owner.account.id, confirmed, notes);
      });
    },
    turnOffApp: (...requested) =>
      turnOff(
        requested,
        'app turned off',
        ({ totpConfirmedAt }) => totpConfirmedAt !== null,
        security.turnOffTotp,
      ),

    async turnOnMailCodes(owner, proof, caller) {
      if (!mailer.isOpen) return { error: SECURITY_SETTINGS_ERRORS.mailClosed };
      if (!loginCodes.canReach(owner.account))
        return { error: SECURITY_SETTINGS_ERRORS.unconfirmed };
      const { mailCodesSince } = await security.findSecurity(owner.account.id);
      if (mailCodesSince !== null) return { error: SECURITY_SETTINGS_ERRORS.outdated };
      const problem = await findProblem(owner, proof, caller);
      if (problem) return problem;
      return turnOn(owner, caller, 'mailed codes turned on', (recoveryHashes, notes) =>
        security.turnOnMailCodes(owner.account.id, clock.now(), recoveryHashes, notes),
      );
    },
    turnOffMailCodes: (...requested) =>
      turnOff(
        requested,
        'mailed codes turned off',
        ({ mailCodesSince }) => mailCodesSince !== null,
        security.turnOffMailCodes,
      ),

    async renewRecoveryCodes(owner, proof, caller) {
      if (!hasFactor(await security.findSecurity(owner.account.id))) {
        return { error: SECURITY_SETTINGS_ERRORS.outdated };
      }
      const problem = await findProblem(owner, proof, caller);
      if (problem) return problem;
      const codes = createRecoveryCodes();
      const hashes = hashAll(owner, codes);
      const notes = noteOf(owner, caller, 'recovery codes made');
      await security.replaceRecoveryCodes(owner.account.id, hashes, clock.now(), notes);
      fresh.put(owner.value, codes);
      return undefined;
    },
    findFreshCodes: (owner) => fresh.find(owner.value),
    proveCode: ({ account }, code, caller) => findCodeProblem(account, code, caller),
    forgetFreshCodes: (owner) => fresh.drop(owner.value),
    async mailCode({ account }) {
      const { mailCodesSince } = await security.findSecurity(account.id);
      // Beside an app alone the mailbox is no factor: a code of it would stand in for the app's.
      if (mailCodesSince !== null && loginCodes.canReach(account)) await loginCodes.send(account);
    },

    sweep: fresh.sweep,
  };
}
