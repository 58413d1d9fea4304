// How owners turn second factors of their accounts on and off, and get new recovery codes.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { Failure } from '../../lib/failure.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import { accountFailures } from '../../messages/messages.ts';
import type { Mailer } from '../email-messages.ts';
import type { Caller, Devices } from '../login/devices.ts';
import type { Visitor } from '../login/sessions.ts';
import type {
  AccountEvent,
  AccountSecurity,
  FactorNotes,
  SecurityStore,
  SharedStates,
  TurnedOn,
} from '../security-ports.ts';
import {
  createRecoveryCodes,
  createTotpSecret,
  describeTotp,
  findTotpStep,
  hashRecoveryCode,
  readCode,
} from './codes.ts';
import type { LoginCodes } from './login-codes.ts';
import { type OwnerProof, outdated, type Proof, wrongOwnerCode } from './owner-proof.ts';
import { hasFactor, noteFactor } from './two-factor.ts';

/** A visitor who is logged in. */
export type Owner = Extract<Visitor, { kind: 'account' }>;

const hashSession = (value: string) => sha256Hex(value);

const SETUP_MS = 30 * 60_000;

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

export function createFactorChanges(parts: FactorParts) {
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
    /** Creates a secret for an authenticator app, which counts once a code of it was typed. */
    async startApp(owner: Owner, proof: Proof, caller: Caller) {
      await ownerProof.require(owner.account, proof, caller);
      const isStarted = await security.startTotp(owner.account.id, {
        secret: createTotpSecret(),
        at: clock.now(),
        sessionHash: hashSession(owner.value),
      });
      if (!isStarted) throw outdated();
    },
    /** The secret in base 32, and the text of the QR code; `undefined` when this session sets none up. */
    async findAppSetup(owner: Owner) {
      const secret = await findSetup(owner);
      if (secret === undefined) return undefined;
      return { secret, uri: describeTotp(secret, siteName(), owner.account.name) };
    },
    async confirmApp(owner: Owner, code: string, caller: Caller) {
      const secret = await findSetup(owner);
      if (secret === undefined) throw outdated();
      const step = findTotpStep(secret, readCode(code), clock.now());
      if (step === undefined) throw wrongOwnerCode(code);
      await turnOn(owner, caller, 'app turned on', (recoveryHashes, notes) => {
        const confirmed = { secret, step, at: clock.now(), recoveryHashes };
        return security.confirmTotp(owner.account.id, confirmed, notes);
      });
    },
    turnOffApp: (...requested: [Owner, Proof, Caller]) =>
      turnOff(
        requested,
        'app turned off',
        ({ totpConfirmedAt }) => totpConfirmedAt !== null,
        security.turnOffTotp,
      ),

    async turnOnMailCodes(owner: Owner, proof: Proof, caller: Caller) {
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
    turnOffMailCodes: (...requested: [Owner, Proof, Caller]) =>
      turnOff(
        requested,
        'mailed codes turned off',
        ({ mailCodesSince }) => mailCodesSince !== null,
        security.turnOffMailCodes,
      ),

    async renewRecoveryCodes(owner: Owner, proof: Proof, caller: Caller) {
      if (!hasFactor(await security.findSecurity(owner.account.id))) throw outdated();
      await ownerProof.require(owner.account, proof, caller);
      const codes = createRecoveryCodes();
      const hashes = hashAll(owner, codes);
      const notes = noteOf(owner, caller, 'recovery codes made');
      await security.replaceRecoveryCodes(owner.account.id, hashes, clock.now(), notes);
      await fresh.put(owner.value, codes);
    },
    /** Codes just made in this session, until `forgetFreshCodes` or ten minutes later. */
    findFreshCodes: (owner: Owner) => fresh.find(owner.value),
    requireCode: ({ account }: Owner, code: string, caller: Caller) =>
      ownerProof.requireCode(account, code, caller),
    forgetFreshCodes: (owner: Owner) => fresh.drop(owner.value),
    async mailCode({ account }: Owner) {
      const { mailCodesSince } = await security.findSecurity(account.id);
      // Beside an app alone the mailbox is no factor: a code of it would stand in for the app's.
      if (mailCodesSince !== null && loginCodes.canReach(account)) await loginCodes.send(account);
    },
  };
}

const LIFETIME_MS = 10 * 60_000;
const AT_MOST = 1_000;
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Creates them; of more than `atMost` sets the oldest is forgotten first. */
export function createFreshCodes(states: SharedStates, { atMost } = { atMost: AT_MOST }) {
  const kept = states.open<{ sealed: string; since: number }>('fresh codes', { most: atMost });
  return {
    put: (sessionValue: string, codes: readonly string[]) =>
      kept.update(keyOf(sessionValue), (_, now) => ({
        result: undefined,
        next: {
          state: { sealed: seal(sessionValue, codes), since: now },
          until: now + LIFETIME_MS,
        },
      })),
    /** `undefined` after ten minutes, `drop`, or the restart of a service that is alone. */
    find: (sessionValue: string) =>
      kept.look(keyOf(sessionValue), (found, now) => {
        const isLive = found !== undefined && Math.abs(now - found.since) < LIFETIME_MS;
        return isLive ? open(sessionValue, found.sealed) : undefined;
      }),
    drop: (sessionValue: string) =>
      kept.update(keyOf(sessionValue), () => ({ result: undefined, next: 'removed' })),
  };
}

function keyOf(sessionValue: string): string {
  return sha256Hex(sessionValue);
}

/** Encrypts codes by the session, whose value is stored nowhere: who reads the database gets no codes. */
function seal(sessionValue: string, codes: readonly string[]): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, secretOf(sessionValue), iv);
  const body = [cipher.update(JSON.stringify(codes), 'utf8'), cipher.final()];
  return Buffer.concat([iv, ...body, cipher.getAuthTag()]).toString('base64');
}

function open(sessionValue: string, sealed: string): readonly string[] {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, secretOf(sessionValue), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const body = bytes.subarray(IV_BYTES, -TAG_BYTES);
  return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8'));
}

function secretOf(sessionValue: string): Buffer {
  return createHmac('sha256', sessionValue).update('fresh codes').digest();
}
