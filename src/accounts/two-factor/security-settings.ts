// What the owner of an account sees and does about its second factor, sessions, devices and log.

import type { CredentialCheck } from '../login/credentials.ts';
import type { Caller } from '../login/devices.ts';
import type { AccountSessions } from '../login/sessions.ts';
import type { AccountLog } from '../security-ports.ts';
import { createFactorChanges, type FactorParts, type Owner } from './factor-changes.ts';
import { createOwnerProof } from './owner-proof.ts';
import type { TwoFactor } from './two-factor.ts';

/** How an account is secured. Times are milliseconds since the Unix epoch, `null` for off. */
export interface SecurityState {
  appSince: number | null;
  mailCodesSince: number | null;
  recoveryCodesLeft: number;
  isMailOpen: boolean;
  isAddressConfirmed: boolean;
  /** When the next code may be mailed; in the past for at once. */
  nextMailAt: number;
  /** While the account is guessed at, devices that it does not know need a mailed code. */
  protectedUntil: number;
}

export function createSecuritySettings(
  parts: Omit<FactorParts, 'ownerProof'> & {
    credentials: CredentialCheck;
    twoFactor: TwoFactor;
    ofAccounts: AccountSessions;
    log: AccountLog;
  },
) {
  const { security, ofAccounts, loginCodes, devices, log, mailer } = parts;

  async function describe({ account }: Owner): Promise<SecurityState> {
    const [found, recoveryCodesLeft, { nextAt }] = await Promise.all([
      security.findSecurity(account.id),
      security.countRecoveryCodes(account.id),
      loginCodes.describe(account),
    ]);
    return {
      appSince: found.totpConfirmedAt,
      mailCodesSince: found.mailCodesSince,
      recoveryCodesLeft,
      isMailOpen: mailer.isOpen,
      isAddressConfirmed: account.emailConfirmedAt !== null,
      nextMailAt: nextAt,
      protectedUntil: found.protectedUntil,
    };
  }

  return {
    ...createFactorChanges({ ...parts, ownerProof: createOwnerProof(parts) }),
    describe,
    async describeAll(owner: Owner) {
      const thisHandle = ofAccounts.handleOf(owner.value);
      const sessions = await ofAccounts.list(owner.account.id);
      return {
        ...(await describe(owner)),
        sessions: sessions.map((each) => ({ ...each, isThisOne: each.handle === thisHandle })),
        log: await log.listFor(owner.account.id),
      };
    },
    async endSession(owner: Owner, handle: string, caller: Caller) {
      if (!(await ofAccounts.endByHandle(owner.account.id, handle))) return;
      await log.note(owner.account.id, 'session ended', devices.describe(caller));
    },
    async endOtherSessions(owner: Owner, caller: Caller) {
      const ended = await ofAccounts.endOthers(owner.account.id, owner.value);
      await devices.forgetOthers(owner.account.id, caller);
      const detail = `${ended}`;
      const facts = { ...devices.describe(caller), detail };
      await log.note(owner.account.id, 'other sessions ended', facts);
    },
  };
}
