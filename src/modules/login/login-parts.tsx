// What the pages of all logins do: they complete a login or ask for its second step, note a failure, and lead suspended
// players to an appeal.
/** @jsxImportSource preact */

import type { ClientPorts } from '../../platform/http/address-limit.ts';
import { makeCookie } from '../../platform/http/cookies.ts';
import { withNext } from '../../platform/http/next-path.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import type { Failure } from '../../platform/lib/failure.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { LinkLine, LOGIN_PATH } from '../../platform/views/layout.tsx';
import { type AccountPagePorts, completeLoginOnPage } from '../account/account-parts.tsx';
import { type Account, LoginFailure } from '../account/index.ts';
import { noteLoginFailure } from './login.ts';
import { loginMessages } from './messages.ts';
import type { PageLogin } from './page-login.ts';

export const LOGIN_CODE_PATH = `${LOGIN_PATH}code/`;

export type LoginFailurePorts = ClientPorts &
  Parameters<typeof noteLoginFailure>[0] & {
    parts: AppealParts;
  };

interface AppealParts {
  /** Each finds the token with which a suspended player may appeal. */
  appealTokens?: readonly ((account: Account) => string | undefined)[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends AppealParts {}
}

export function createLoginFailures(context: LoginFailurePorts) {
  /** The tokens with which requests that were refused because of a suspension may appeal. */
  const tokens = new WeakMap<PageRequest<Account>, string>();
  return {
    async onFailure(failure: Failure, requested: PageRequest<Account>): Promise<void> {
      if (!(failure instanceof LoginFailure)) return;
      const [tokenFor] = context.parts.appealTokens ?? [];
      const token = failure.suspended && tokenFor?.(failure.suspended);
      if (token !== undefined) tokens.set(requested, token);
      await noteLoginFailure(context, failure, context.addressOf(requested.request));
    },
    /** The link to the appeal, if a suspension refused this request. */
    AppealLink({ requested }: { requested: PageRequest<Account> }) {
      const token = tokens.get(requested);
      if (token === undefined) return null;
      const href = accountPath('appeal', token);
      return <LinkLine look="button quiet" href={href} label={loginMessages.toAppeal} />;
    },
  };
}

/** Completes a login after its first step, or leads to the second. */
export function answerLogin(
  context: AccountPagePorts,
  outcome: Awaited<ReturnType<PageLogin['enterAccount']>>,
  requested: PageRequest<Account>,
): Response {
  if ('account' in outcome) return completeLoginOnPage(context, outcome, requested);
  requested.set.cookie = makeCookie(context, 'session', outcome.sessionValue);
  return seeOther(withNext(LOGIN_CODE_PATH, requested.next));
}
