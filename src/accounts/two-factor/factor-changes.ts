// How owners turn second factors of their accounts on and off, and get new recovery codes.

import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { Caller } from '../caller.ts';
import type { Mailer } from '../email-messages.ts';
import type { Devices } from '../login/devices.ts';
import type { Visitor } from '../login/sessions.ts';
import type {
  AccountEvent,
  AccountSecurity,
  FactorNotes,
  SecurityStore,
  TurnedOn,
} from '../security-ports.ts';
import type { SharedStates } from '../shared-states-ports.ts';
import { readCode } from './code-text.ts';
import { noteFactor } from './factor-notes.ts';
import { createFreshCodes } from './fresh-codes.ts';
import type { LoginCodes } from './login-codes.ts';
import { type OwnerProof, outdated, type Proof, wrongOwnerCode } from './owner-proof.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';
import { createTotpSecret, describeTotp, findTotpStep } from './totp.ts';
import { hasFactor } from './two-factor.ts';

/** A visitor who is logged in. */
export type Owner = Extract<Visitor, { kind: 'account' }>;

/** The changes. They throw like `OwnerProof.require`, and `conflict` where a change is not possible (any more). */
export interface FactorChanges {
  /** Creates a secret for an authenticator app, which counts once a code of it was typed. */
  startApp(owner: Owner, proof: Proof, caller: Caller): Promise<void>;
  /** The secret in base 32, and the text of the QR code; `undefined` when this session sets none up. */
  findAppSetup(owner: Owner): Promise<{ secret: string; uri: string } | undefined>;
  confirmApp(owner: Owner, code: string, caller: Caller): Promise<void>;
  turnOffApp(owner: Owner, proof: Proof, caller: Caller): Promise<void>;
  turnOnMailCodes(owner: Owner, proof: Proof, caller: Caller): Promise<void>;
  turnOffMailCodes(owner: Owner, proof: Proof, caller: Caller): Promise<void>;
  renewRecoveryCodes(owner: Owner, proof: Proof, caller: Caller): Promise<void>;
  /** Codes just made in this session, until `forgetFreshCodes` or ten minutes later. */
  findFreshCodes(owner: Owner): Promise<readonly string[] | undefined>;
  forgetFreshCodes(owner: Owner): Promise<void>;
  /** Checks the code, where a factor is on: for changes elsewhere, after the password. */
  requireCode(owner: Owner, code: string, caller: Caller): Promise<void>;
  /** Mails a code for these changes, to owners who have codes mailed. */
  mailCode(owner: Owner): Promise<void>;
}

const hashSession = (value: string) => sha256Hex(value);

const SETUP_MS = 30 * 60_000;

/** What changes are made with; `siteName` is what authenticator apps call the service. */
export interface FactorParts {
  security: SecurityStore;
  ownerProof: OwnerProof;
  loginCodes: LoginCodes;
  devices: Devices;
  mailer: Mailer;
  clock: Clock;
  states: SharedStates;
  siteName(): string;
}

/** Creates the changes. */
export function createFactorChanges(parts: FactorParts): FactorChanges {
  const { security, ownerProof, loginCodes, devices } = parts;
  const { mailer, clock, siteName } = parts;
  const fresh = createFreshCodes(parts.states);

  const noteOf = (
    { account }: Owner,
    caller: Caller,
    event: AccountEvent,
    change?: 'turned on' | 'turned off',
  ) => noteFactor(account, clock.now(), [event, devices.describe(caller)], change);

  const hashAll = ({ account }: Owner, codes: readonly string[]) =>
    codes.map((code) => hashRecoveryCode(account.id, code));

  /** A first factor comes with recovery codes, which this session is shown. */
  async function turnOn(
    owner: Owner,
    caller: Caller,
    event: AccountEvent,
    keep: (recoveryHashes: readonly string[], notes: FactorNotes) => Promise<TurnedOn>,
  ): Promise<void> {
    const codes = createRecoveryCodes();
    const outcome = await keep(hashAll(owner, codes), noteOf(owner, caller, event, 'turned on'));
    if (outcome === 'refused') throw outdated();
    if (outcome === 'first') await fresh.put(owner.value, codes);
  }

  async function turnOff(
    [owner, proof, caller]: [Owner, Proof, Caller],
    event: AccountEvent,
    isOn: (found: AccountSecurity) => boolean,
    forget: (accountId: number, notes: FactorNotes) => Promise<boolean>,
  ): Promise<void> {
    const { id } = owner.account;
    // No code is spent on what is off already.
    if (!isOn(await security.findSecurity(id))) throw outdated();
    await ownerProof.require(owner.account, proof, caller);
    if (!(await forget(id, noteOf(owner, caller, event, 'turned off')))) throw outdated();
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
      await ownerProof.require(owner.account, proof, caller);
      const isStarted = await security.startTotp(owner.account.id, {
        secret: createTotpSecret(),
        at: clock.now(),
        sessionHash: hashSession(owner.value),
      });
      if (!isStarted) throw outdated();
    },
    async findAppSetup(owner) {
      const secret = await findSetup(owner);
      if (secret === undefined) return undefined;
      return { secret, uri: describeTotp(secret, siteName(), owner.account.name) };
    },
    async confirmApp(owner, code, caller) {
      const secret = await findSetup(owner);
      if (secret === undefined) throw outdated();
      const step = findTotpStep(secret, readCode(code), clock.now());
      if (step === undefined) throw wrongOwnerCode(code);
      await turnOn(owner, caller, 'app turned on', (recoveryHashes, notes) => {
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
      if (!mailer.isOpen) throw new Failure('conflict', accountFailures.twoFactor.cannotSend);
      if (!loginCodes.canReach(owner.account))
        throw new Failure('conflict', accountFailures.twoFactor.unconfirmed);
      const { mailCodesSince } = await security.findSecurity(owner.account.id);
      if (mailCodesSince !== null) throw outdated();
      await ownerProof.require(owner.account, proof, caller);
      await turnOn(owner, caller, 'mailed codes turned on', (recoveryHashes, notes) =>
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
      if (!hasFactor(await security.findSecurity(owner.account.id))) throw outdated();
      await ownerProof.require(owner.account, proof, caller);
      const codes = createRecoveryCodes();
      const hashes = hashAll(owner, codes);
      const notes = noteOf(owner, caller, 'recovery codes made');
      await security.replaceRecoveryCodes(owner.account.id, hashes, clock.now(), notes);
      await fresh.put(owner.value, codes);
    },
    findFreshCodes: (owner) => fresh.find(owner.value),
    requireCode: ({ account }, code, caller) => ownerProof.requireCode(account, code, caller),
    forgetFreshCodes: (owner) => fresh.drop(owner.value),
    async mailCode({ account }) {
      const { mailCodesSince } = await security.findSecurity(account.id);
      // Beside an app alone the mailbox is no factor: a code of it would stand in for the app's.
      if (mailCodesSince !== null && loginCodes.canReach(account)) await loginCodes.send(account);
    },
  };
}
