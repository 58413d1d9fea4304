// An owner at the adminService for the security of an account.

import type { Visitor } from '../../src/accounts/accounts.ts';
import { appCode } from '../support/authenticator.ts';
import { type AccountsFixture, ADDRESS, launcherAt, PASSWORD } from './fixture.ts';

export const STEP_MS = 30_000;
export const CALLER = launcherAt(ADDRESS);
export const PROOF = { password: PASSWORD, code: '' };

export type Owner = Extract<Visitor, { kind: 'account' }>;

/** Logs in and goes to the adminService. */
export async function becomeOwner(fixture: AccountsFixture, form: object = {}): Promise<Owner> {
  const state = await fixture.openBrowser().logIn(form);
  const visitor = await fixture.accounts.recogniseVisitor([state.sessionValue]);
  if (visitor.kind !== 'account') throw new Error(`Not logged in: ${state.errors.join()}`);
  return visitor;
}

/** Sets an authenticator app up; the step of the code that confirmed it is over afterwards. */
export async function turnOnApp(fixture: AccountsFixture, owner: Owner, proof = PROOF) {
  const { security } = fixture.accounts;
  await security.startApp(owner, proof, CALLER);
  const setup = await security.findAppSetup(owner);
  if (!setup) throw new Error('Not started.');
  const { secret } = setup;
  await security.confirmApp(owner, appCode(secret, fixture.clock.now()), CALLER);
  fixture.clock.advance(STEP_MS);
  return {
    secret,
    recoveryCodes: (await security.findFreshCodes(owner)) ?? [],
    code: () => appCode(secret, fixture.clock.now()),
  };
}

/** Has codes mailed at each login. */
export async function turnOnMail(
  fixture: AccountsFixture,
  owner: Owner,
): Promise<readonly string[]> {
  await fixture.accounts.security.turnOnMailCodes(owner, PROOF, CALLER);
  return (await fixture.accounts.security.findFreshCodes(owner)) ?? [];
}
