// The section about connected applications on the page about an account's security.
/** @jsxImportSource preact */

import type { OwnerRequest } from '../../platform/http/page.ts';
import { formats } from '../../platform/messages/messages.ts';
import { HiddenField } from '../../platform/views/form-fields.tsx';
import { SECURITY_PATH } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import type { OpenidGrants } from './grants.ts';
import { openidMessages } from './messages.ts';
import type { Consent } from './openid-ports.ts';

const messages = openidMessages.connected;

export const REVOKE_PATH = `${SECURITY_PATH}applications/revoke/`;

/** What single sign-on adds to the page about security. */
export function connectedSection({ openid }: { openid: { grants: Pick<OpenidGrants, 'list'> } }) {
  return async ({ account }: OwnerRequest<Account>) => {
    const consents = await openid.grants.list(account.id);
    return (
      <section id="applications">
        <h2>{messages.title}</h2>
        <p>{consents.length === 0 ? messages.none : messages.intro}</p>
        <ul class="records">
          {consents.map((consent) => (
            <OneConsent key={consent.id} consent={consent} />
          ))}
        </ul>
      </section>
    );
  };
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
