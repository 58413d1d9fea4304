// A launcher whose player presses "Sign in", as launchers 1.3.7 and 1.3.8 act on it.

import { createLauncherLinks } from '../../../src/modules/launcher-link/launcher-links.ts';
import type { LoginForm, LoginState } from '../../../src/modules/login/login.ts';
import type { Clock } from '../../../src/platform/lib/clock.ts';
import { type Accounts, ADDRESS, launcherAt } from '../../support/test-accounts.ts';

/** The code of a text that a launcher shows. Throws if there is none. */
export function codeIn(texts: readonly string[]): string {
  const [, code] = /([A-Z0-9]{4}-[A-Z0-9]{4})$/.exec(texts.join()) ?? [];
  if (code === undefined) throw new Error(`no code in ${texts.join()}`);
  return code;
}

/** Opens the links of launchers for the logins of these accounts. */
export function openLinks({ hooks, parts }: Pick<Accounts, 'hooks' | 'parts'>, clock: Clock) {
  const links = createLauncherLinks({ ...parts, clock, host: 'muster.test', report() {} });
  hooks.launcherLinks = [links];
  return links;
}

type Logins = Pick<Accounts, 'recogniseVisitor' | 'beginLogin' | 'completeLogin'>;

/** A launcher with Alice's name and the password `link`, which keeps its session. */
export function openLauncher(accounts: Logins, from = ADDRESS) {
  const launcher = {
    session: '',
    recognise: (at = accounts) => at.recogniseVisitor([launcher.session]),
    /** The first step. */
    async begin(at = accounts, address = from): Promise<LoginState> {
      const state = await at.beginLogin(await launcher.recognise(at), launcherAt(address));
      launcher.session = state.sessionValue;
      return state;
    },
    /** The first step, and the second one unless the first one says that the typed name is logged in. */
    async press(form: Partial<LoginForm> = {}, caller = launcherAt(from)): Promise<LoginState> {
      const first = await launcher.begin();
      const typed = { username: 'Alice', password: 'link', loginCode: '', ...form };
      const isIn = first.username?.toLowerCase() === typed.username.toLowerCase();
      if (isIn && first.errors.length === 0) return first;
      const visitor = await launcher.recognise();
      const whole = { ...typed, token: first.token };
      const state = await accounts.completeLogin(visitor, whole, caller);
      launcher.session = state.sessionValue;
      return state;
    },
    /** The code that the launcher shows after a press. */
    askForCode: async (form: Partial<LoginForm> = {}) =>
      codeIn((await launcher.press(form)).errors),
  };
  return launcher;
}
