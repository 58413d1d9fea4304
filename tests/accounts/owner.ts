// An owner at the desk for the security of an account.

import type { Visitor } from '../../src/accounts/accounts.ts';
import { appCode } from '../support/authenticator.ts';
import { ADDRESS, launcherAt, PASSWORD, type Room } from './room.ts';

export const STEP_MS = 30_000;
export const CALLER = launcherAt(ADDRESS);
export const PROOF = { password: PASSWORD, code: '' };

export type Owner = Extract<Visitor, { kind: 'account' }>;

/** Logs in and goes to the desk. */
export async function becomeOwner(room: Room, form: object = {}): Promise<Owner> {
  const state = await room.openBrowser().logIn(form);
  const visitor = await room.accounts.recogniseVisitor([state.sessionValue]);
  if (visitor.kind !== 'account') throw new Error(`Not logged in: ${state.errors.join()}`);
  return visitor;
}

/** Sets an authenticator app up; the step of the code that confirmed it is over afterwards. */
export async function turnOnApp(room: Room, owner: Owner, proof = PROOF) {
  const { security } = room.accounts;
  await security.startApp(owner, proof, CALLER);
  const setup = await security.findAppSetup(owner);
  if (!setup) throw new Error('Not started.');
  const { secret } = setup;
  await security.confirmApp(owner, appCode(secret, room.clock.now()), CALLER);
  room.clock.advance(STEP_MS);
  return {
    secret,
    recoveryCodes: security.findFreshCodes(owner) ?? [],
    code: () => appCode(secret, room.clock.now()),
  };
}

/** Has codes mailed at each login. */
export async function turnOnMail(room: Room, owner: Owner): Promise<readonly string[]> {
  await room.accounts.security.turnOnMailCodes(owner, PROOF, CALLER);
  return room.accounts.security.findFreshCodes(owner) ?? [];
}
