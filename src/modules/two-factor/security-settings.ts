// Use cases of an account's owner: second factor, recovery codes, sessions, devices and log.

import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { hasPassword } from '../../platform/lib/password-hashing.ts';
import { createSealedTexts } from '../../platform/lib/sealed-texts.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { readCode } from '../../platform/lib/typed-code.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import type { AccountEvent, AccountLog } from '../account/index.ts';
import type { Mailer } from '../email/index.ts';
import type { AccountSessions, Devices, Visitor } from '../sessions/index.ts';
import { hasFactor, takesMailedCodes } from './factors.ts';
import type { LoginCodes } from './login-codes.ts';
import { twoFactorFailures } from './messages.ts';
import { type OwnerProof, outdated, type Proof, wrongOwnerCode } from './owner-proof.ts';
import { createRecoveryCodes, FRESH_CODES_MS, hashRecoveryCode } from './recovery-codes.ts';
import type { FactorNotes, SecurityStore, TurnedOn } from './security-ports.ts';
import { createTotpSecret, describeTotp, findTotpStep, TOTP_SETUP_MS } from './totp.ts';
import { noteFactor, type TwoFactor } from './two-factor.ts';

type Owner = Extract<Visitor, { kind: 'account' }>;

type SecurityParts = {
  security: SecurityStore;
  mailer: Mailer;
  clock: Clock;
  states: SharedStates;
  siteName(): string;
  ownerProof: OwnerProof;
  twoFactor: TwoFactor;
  loginCodes: LoginCodes;
  accountSessions: AccountSessions;
  devices: Devices;
  log: AccountLog;
};

export function createSecuritySettings(parts: SecurityParts) {
  const { security, accountSessions, loginCodes, log, mailer, clock } = parts;
  const { ownerProof } = parts;
  const { recovered } = parts.twoFactor;
  const fresh = createSealedTexts(parts.states, 'fresh codes', { lifetimeMs: FRESH_CODES_MS });
  const switches = createSwitches(parts, fresh);
  const { noteOf, hashAll, turnOn, turnOff } = switches;

  /** The security of the account. Times are milliseconds since the Unix epoch, and `null` for off. */
  async function describe({ account }: Owner) {
    const [found, recoveryCodesLeft, { nextAt }] = await Promise.all([
      security.findSecurity(account.id),
      security.countRecoveryCodes(account.id),
      loginCodes.describe(account),
    ]);
    return {
      appSince: found.totpConfirmedAt,
      mailCodesSince: found.mailCodesSince,
      passkeysSince: found.passkeysSince,
      takesMailedCodes: takesMailedCodes(found),
      recoveryCodesLeft,
      hasPassword: hasPassword(account),
      isMailOpen: mailer.isOpen,
      isAddressConfirmed: account.emailConfirmedAt !== null,
      /** When the next code may be mailed. A time in the past means now. */
      nextMailAt: nextAt,
      /** Until this time, unknown devices need a mailed code, since somebody is guessing the password. */
      protectedUntil: found.protectedUntil,
    };
  }

  /** Replaces the recovery codes, and shows the new ones to this session. */
  async function giveRecoveryCodes(owner: Owner, caller: Caller): Promise<void> {
    const codes = createRecoveryCodes();
    const notes = noteOf(owner, caller, 'recovery codes made');
    const hashes = hashAll(owner, codes);
    await security.replaceRecoveryCodes(owner.account.id, hashes, clock.now(), notes);
    await fresh.put(owner.value, codes);
  }

  return {
    describe,
    async describeAll(owner: Owner) {
      const thisHandle = accountSessions.handleOf(owner.value);
      const sessions = await accountSessions.list(owner.account.id);
      return {
        ...(await describe(owner)),
        sessions: sessions.map((each) => ({ ...each, isThisOne: each.handle === thisHandle })),
        log: await log.listFor(owner.account.id),
      };
    },

    isRecovered: async (owner: Owner) => (await recovered.find(owner.value)) !== undefined,

    ...createAppSetup(parts, switches, recovered),
    /** For factors of other modules: the proof of the owner, the notes of a change, and the recovery codes of the first. */
    requireProof: ({ account }: Owner, proof: Proof, caller: Caller) =>
      ownerProof.require(account, proof, caller),
    noteOf,
    turnOn,
    turnOffApp: turnOff('app turned off', 'totpConfirmedAt', security.turnOffTotp),

    async turnOnMailCodes(owner: Owner, proof: Proof, caller: Caller) {
      const { cannotSend, unconfirmed } = twoFactorFailures;
      if (!mailer.isOpen) throw new Failure('conflict', cannotSend);
      if (!loginCodes.canReach(owner.account)) throw new Failure('conflict', unconfirmed);
      const { mailCodesSince } = await security.findSecurity(owner.account.id);
      if (mailCodesSince !== null) throw outdated();
      await ownerProof.require(owner.account, proof, caller);
      await turnOn(owner, caller, 'mailed codes turned on', (recoveryHashes, notes) =>
        security.turnOnMailCodes(owner.account.id, clock.now(), recoveryHashes, notes),
      );
    },
    turnOffMailCodes: turnOff(
      'mailed codes turned off',
      'mailCodesSince',
      security.turnOffMailCodes,
    ),

    async renewRecoveryCodes(owner: Owner, proof: Proof, caller: Caller) {
      const { id } = owner.account;
      if (!hasFactor(await security.findSecurity(id))) throw outdated();
      await ownerProof.require(owner.account, proof, caller);
      await giveRecoveryCodes(owner, caller);
    },
    giveRecoveryCodes,
    findFreshCodes: (owner: Owner) => fresh.find(owner.value),
    forgetFreshCodes: (owner: Owner) => fresh.drop(owner.value),
    async mailCode({ account }: Owner) {
      // With an app alone, the mailbox is no factor: its code would replace the app's.
      const isFactor = takesMailedCodes(await security.findSecurity(account.id));
      if (isFactor && loginCodes.canReach(account)) await loginCodes.send(account);
    },

    ...createSessionEnds(parts),
  };
}

export type SecuritySettings = ReturnType<typeof createSecuritySettings>;

/** Ends sessions of the owner, and notes it in the log of the account. */
const createSessionEnds = ({ accountSessions, devices, log }: SecurityParts) => ({
  async endSession({ account: { id } }: Owner, handle: string, caller: Caller) {
    if (!(await accountSessions.endByHandle(id, handle))) return;
    await log.note(id, 'session ended', devices.describe(caller));
  },
  async endOtherSessions({ account: { id }, value }: Owner, caller: Caller) {
    const ended = await accountSessions.endOthers(id, value);
    await devices.forgetOthers(id, caller);
    const facts = { ...devices.describe(caller), detail: `${ended}` };
    await log.note(id, 'other sessions ended', facts);
  },
});

/** Turns factors on and off. The first one creates recovery codes, which `fresh` keeps for the session. */
function createSwitches(
  { security, ownerProof, devices, clock }: SecurityParts,
  fresh: ReturnType<typeof createSealedTexts>,
) {
  const noteOf = (
    { account }: Owner,
    caller: Caller,
    event: AccountEvent,
    change?: 'turned on' | 'turned off',
    detail = '',
  ) => noteFactor(account, clock.now(), [event, { ...devices.describe(caller), detail }], change);

  const hashAll = ({ account }: Owner, codes: readonly string[]) =>
    codes.map((code) => hashRecoveryCode(account.id, code));

  /** The first factor creates recovery codes, which this session is shown. */
  async function turnOn(
    owner: Owner,
    caller: Caller,
    event: AccountEvent,
    keep: (recoveryHashes: readonly string[], notes: FactorNotes) => Promise<TurnedOn>,
    detail?: string,
  ): Promise<void> {
    const codes = createRecoveryCodes();
    const notes = noteOf(owner, caller, event, 'turned on', detail);
    const outcome = await keep(hashAll(owner, codes), notes);
    if (outcome === 'refused') throw outdated();
    if (outcome === 'first') await fresh.put(owner.value, codes);
  }

  /** Creates a function that turns a factor off. It does not spend a code if the factor is already off. */
  const turnOff =
    (
      event: AccountEvent,
      since: 'totpConfirmedAt' | 'mailCodesSince',
      forget: (accountId: number, notes: FactorNotes) => Promise<boolean>,
    ) =>
    async (owner: Owner, proof: Proof, caller: Caller): Promise<void> => {
      const { id } = owner.account;
      if ((await security.findSecurity(id))[since] === null) throw outdated();
      await ownerProof.require(owner.account, proof, caller);
      if (!(await forget(id, noteOf(owner, caller, event, 'turned off')))) throw outdated();
    };

  return { noteOf, hashAll, turnOn, turnOff };
}

/** The steps in which an authenticator app is set up. */
function createAppSetup(
  { security, ownerProof, clock, states, siteName }: SecurityParts,
  { noteOf, turnOn }: ReturnType<typeof createSwitches>,
  recovered: TwoFactor['recovered'],
) {
  /** Secrets of apps that will replace an app that is on. */
  const replacing = createSealedTexts(states, 'new apps', { lifetimeMs: TOTP_SETUP_MS });

  /** Finds only this session's set-up: another session may belong to a thief, who would keep the secret. */
  async function findSetup({ account, value }: Owner): Promise<string | undefined> {
    const found = await security.findSecurity(account.id);
    if (found.totpConfirmedAt !== null) return (await replacing.find(value))?.[0];
    const isOwn = found.totpSessionHash === sha256Hex(value);
    const isYoung = clock.now() - (found.totpStartedAt ?? 0) < TOTP_SETUP_MS;
    return isOwn && isYoung ? (found.totpSecret ?? undefined) : undefined;
  }

  return {
    /** Creates a secret for an app. It is valid once its owner types a code; an earlier app works until then. */
    async startApp(owner: Owner, proof: Proof, caller: Caller) {
      const isCodeShown = (await recovered.find(owner.value)) !== undefined;
      await ownerProof.requirePassword(owner.account, proof, caller);
      if (!isCodeShown) await ownerProof.requireCode(owner.account, proof.code, caller);
      const secret = createTotpSecret();
      const { totpConfirmedAt } = await security.findSecurity(owner.account.id);
      if (totpConfirmedAt !== null) return replacing.put(owner.value, [secret]);
      const isStarted = await security.startTotp(owner.account.id, {
        secret,
        at: clock.now(),
        sessionHash: sha256Hex(owner.value),
      });
      if (!isStarted) throw outdated();
    },
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
      const replaced = { secret, step, at: clock.now() };
      const notes = noteOf(owner, caller, 'app turned on', 'turned on');
      if (await security.replaceTotp(owner.account.id, replaced, notes)) {
        await replacing.drop(owner.value);
        await recovered.drop(owner.value);
        return;
      }
      await turnOn(owner, caller, 'app turned on', (recoveryHashes, notes) => {
        const confirmed = { secret, step, at: clock.now(), recoveryHashes };
        return security.confirmTotp(owner.account.id, confirmed, notes);
      });
    },
  };
}
