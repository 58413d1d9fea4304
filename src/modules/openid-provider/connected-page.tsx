// The page of an account's connected applications.
/** @jsxImportSource preact */

import { type OwnerRequest, type PagePorts, pageRoutes } from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { parseId } from '../../platform/http/staff-page.ts';
import { formats } from '../../platform/messages/messages.ts';
import { HiddenField } from '../../platform/views/form-fields.tsx';
import { FormPage } from '../../platform/views/forms.tsx';
import { accountNavigation, SECURITY_PATH } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import type { OpenidGrants } from './grants.ts';
import { openidMessages } from './messages.ts';
import type { Consent } from './openid-ports.ts';

const messages = openidMessages.connected;

const CONNECTED_PATH = `${SECURITY_PATH}applications/`;
const REVOKE_PATH = `${CONNECTED_PATH}revoke/`;

/** The link beside the pages of an account. */
export const connectedLink = {
  href: CONNECTED_PATH,
  group: 'security' as const,
  label: () => messages.title,
};

type ConnectedPorts = PagePorts<Account> & {
  openid: { grants: Pick<OpenidGrants, 'list' | 'revoke'> };
};

/** Routes of `/acc/security/applications/`. */
export function connectedRoutes(context: ConnectedPorts) {
  const { grants } = context.openid;
  return pageRoutes<Account>(context, [
    {
      path: CONNECTED_PATH,
      who: 'owner',
      async get({ account, site }) {
        const consents = await grants.list(account.id);
        return (
          <FormPage
            site={site()}
            title={messages.title}
            navigation={accountNavigation(CONNECTED_PATH)}
          >
            <p>{consents.length === 0 ? messages.none : messages.intro}</p>
            <ul class="records">
              {consents.map((consent) => (
                <OneConsent key={consent.id} consent={consent} />
              ))}
            </ul>
          </FormPage>
        );
      },
    },
    {
      path: REVOKE_PATH,
      who: 'owner',
      page: CONNECTED_PATH,
      async post({ account, form, caller }: OwnerRequest<Account>) {
        await grants.revoke(account, parseId(form.field('consent')) ?? 0, caller());
        return seeOther(CONNECTED_PATH);
      },
    },
  ]);
}

function OneConsent({ consent }: { consent: Consent }) {
  const { id, clientName, scopes, createdAt, lastUsedAt } = consent;
  const learned = scopes.flatMap((scope) => messages.learns[scope] ?? []);
  const since = messages.since(formats.formatDay(createdAt));
  const used = messages.used(formats.formatDay(lastUsedAt));
  return (
    <li>
      <p>
        <strong>
          <bdi>{clientName}</bdi>
        </strong>
        {learned.length > 0 && <span class="hint">{learned.join(' · ')}</span>}
        <span class="hint">
          {since} · {used}
        </span>
      </p>
      <form method="post" action={REVOKE_PATH}>
        <HiddenField name="consent" value={`${id}`} />
        <button class="button quiet" type="submit" aria-label={messages.revokeOf(clientName)}>
          {messages.revoke}
        </button>
      </form>
    </li>
  );
}
