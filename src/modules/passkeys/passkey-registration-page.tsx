// The page of a registration without a password, on which the browser creates the passkey of the account.
/** @jsxImportSource preact */

import { withNext } from '../../platform/http/next-path.ts';
import { formPage, type PageRequest, pageRoutes } from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { giveLogin } from '../../platform/http/session.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import { messages as pageMessages } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FormPage } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import type { AccountPagePorts } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import type { PageLogin } from '../login/page-login.ts';
import { noteNew, pathAfter } from '../registration/registration-parts.tsx';
import type { SignUp } from '../registration/sign-up.ts';
import { RECOVERY_PATH } from '../two-factor/proof-parts.tsx';
import { passkeyMessages as messages } from './messages.ts';
import { CeremonyForm, REGISTRATION_PATH } from './passkey-parts.tsx';
import type { Owner } from './passkey-ports.ts';
import { failed, type Passkeys } from './passkeys.ts';

export type RegistrationPagePorts = AccountPagePorts & {
  report: Parameters<typeof noteNew>[0]['report'];
  login: Pick<PageLogin, 'enterWithPasskey'>;
  passkeys: Passkeys;
  registration: { signUp: Pick<SignUp, 'findBegun' | 'finish'> };
  security: { giveRecoveryCodes(owner: Owner, caller: Caller): Promise<void> };
};

/** Routes of `/acc/register/passkey/`, where passkeys are offered. */
export function passkeyRegistrationRoutes(context: RegistrationPagePorts) {
  const { passkeys, registration, login, security } = context;
  const { signUp } = registration;

  async function show({ sessionValue, site }: PageRequest<Account>, state: FormState) {
    const begun = await signUp.findBegun(sessionValue);
    if (begun === undefined) return seeOther(accountPath('register'));
    const options = passkeys.describeRegistration(sessionValue, begun.name);
    // A field of the earlier form has a problem that only another name or invite solves.
    const problems = state.problems.map(({ message }) => ({ message }));
    return (
      <FormPage site={site()} title={pageMessages.register} state={{ ...state, problems }}>
        <p>{messages.registerIntro(begun.name)}</p>
        <p class="hint" data-passkey-missing>
          {messages.withoutScripts}
        </p>
        <CeremonyForm
          action={REGISTRATION_PATH}
          label={messages.create}
          origin={passkeys.origin}
          ceremony={{ 'data-create': JSON.stringify(options) }}
        />
        <LinkLine href={accountPath('register')} label={messages.registerBack} />
      </FormPage>
    );
  }

  async function submit(requested: PageRequest<Account>): Promise<Response> {
    const { visitor, sessionValue, form, set, caller, request } = requested;
    const begun = await signUp.findBegun(sessionValue);
    const sent = form.field('credential');
    const register = begun && (await passkeys.readRegistration(sessionValue, sent, caller()));
    const sender = { sessionValue, address: context.addressOf(request) };
    const account = register && (await signUp.finish(sender, register));
    if (begun === undefined || account === undefined) return seeOther(accountPath('register'));
    await noteNew(context, account, requested);
    const entered = await login.enterWithPasskey(visitor, account, caller(), true);
    if (entered === undefined) throw failed('unverified');
    giveLogin(context, entered, set);
    await security.giveRecoveryCodes(
      { kind: 'account', value: entered.sessionValue, account },
      caller(),
    );
    return seeOther(withNext(RECOVERY_PATH, pathAfter(account, begun.next || '/')));
  }

  if (!passkeys.isOffered) return pageRoutes(context, []);
  return pageRoutes(context, [
    { path: REGISTRATION_PATH, who: 'visitor', ...formPage({ show, submit }) },
  ]);
}
