// An owner at the page for the security of an account.

import type { Visitor } from '../../../src/modules/sessions/sessions.ts';
import { appCode, wrongAppCode } from '../../support/authenticator.ts';
import {
  type AccountsFixture,
  ADDRESS,
  launcherAt,
  openWithAlice,
  PASSWORD,
} from '../../support/test-accounts.ts';

export const STEP_MS = 30_000;
export const CALLER = launcherAt(ADDRESS);
export const PROOF = { password: PASSWORD, code: '' };

export type Owner = Extract<Visitor, { kind: 'account' }>;

/** Logs in. */
export async function becomeOwner(fixture: AccountsFixture, form: object = {}): Promise<Owner> {
  const state = await fixture.openBrowser().logIn(form);
  const visitor = await fixture.accounts.recogniseVisitor([state.sessionValue]);
  if (visitor.kind !== 'account') throw new Error(`Not logged in: ${state.errors.join()}`);
  return visitor;
}

/** What an owner does at the page of the account's security, from one place. */
export function actAs({ accounts: { security } }: Pick<AccountsFixture, 'accounts'>, owner: Owner) {
  return {
    describe: () => security.describe(owner),
    describeAll: () => security.describeAll(owner),
    startApp: (proof = PROOF) => security.startApp(owner, proof, CALLER),
    findAppSetup: () => security.findAppSetup(owner),
    confirmApp: (code: string) => security.confirmApp(owner, code, CALLER),
    turnOffApp: (proof = PROOF) => security.turnOffApp(owner, proof, CALLER),
    turnOnMailCodes: (proof = PROOF) => security.turnOnMailCodes(owner, proof, CALLER),
    turnOffMailCodes: (proof = PROOF) => security.turnOffMailCodes(owner, proof, CALLER),
    mailCode: () => security.mailCode(owner),
    renewRecoveryCodes: (proof = PROOF) => security.renewRecoveryCodes(owner, proof, CALLER),
    findFreshCodes: () => security.findFreshCodes(owner),
    forgetFreshCodes: () => security.forgetFreshCodes(owner),
    endSession: (handle: string) => security.endSession(owner, handle, CALLER),
    endOtherSessions: () => security.endOtherSessions(owner, CALLER),
  };
}

/** Sets an authenticator app up; the step of the code that confirmed it is over afterwards. */
export async function turnOnApp(fixture: AccountsFixture, owner: Owner, proof = PROOF) {
  const { startApp, findAppSetup, confirmApp, findFreshCodes } = actAs(fixture, owner);
  await startApp(proof);
  const { secret = '' } = (await findAppSetup()) ?? {};
  await confirmApp(appCode(secret, fixture.clock.now()));
  fixture.clock.advance(STEP_MS);
  return {
    secret,
    recoveryCodes: (await findFreshCodes()) ?? [],
    code: () => appCode(secret, fixture.clock.now()),
    wrong: () => wrongAppCode(secret, fixture.clock.now()),
  };
}

/** Alice's account with an app, whose owner logged in at `ADDRESS` before. */
export async function openWithApp() {
  const fixture = await openWithAlice();
  const owner = await becomeOwner(fixture);
  return { fixture, owner, ...(await turnOnApp(fixture, owner)) };
}

/** Has codes mailed at each login. */
export async function turnOnMail(
  fixture: AccountsFixture,
  owner: Owner,
): Promise<readonly string[]> {
  const { turnOnMailCodes, findFreshCodes } = actAs(fixture, owner);
  await turnOnMailCodes();
  return (await findFreshCodes()) ?? [];
}
