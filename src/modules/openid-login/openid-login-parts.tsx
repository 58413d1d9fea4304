// The parts that the login with an OpenID provider adds to other pages: the button of the login, and the line in the
// overview of an account's security.
/** @jsxImportSource preact */

import { withNext } from '../../platform/http/next-path.ts';
import { LOGIN_PATH } from '../../platform/views/layout.tsx';
import { SECURITY_PATH, SettingLine } from '../account/account-parts.tsx';
import { openIdMessages as messages } from './messages.ts';

export const OPENID_PATH = `${SECURITY_PATH}openid/`;
export const OPENID_LOGIN_PATH = `${LOGIN_PATH}openid/`;

/** The button of a login, which continues to `next`. */
export const providerButton =
  (provider: string) =>
  ({ next }: { next: string }) => (
    <div class="form">
      <a class="button quiet big" href={withNext(OPENID_LOGIN_PATH, next)}>
        {messages.logIn(provider)}
      </a>
    </div>
  );

/** The line in the overview of an account's security. */
export const providerLine = (provider: string) => ({
  Line: () => (
    <SettingLine label={messages.logIn(provider)} state={messages.state}>
      <a href={OPENID_PATH}>{messages.manage}</a>
    </SettingLine>
  ),
});
