// The page on which a player answers invitations to manage servers, and what managers add to the pages of others.
/** @jsxImportSource preact */

import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { formats } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import type { PageParts } from '../../platform/module/description.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { Form, FormPage, Notice } from '../../platform/views/forms.tsx';
import { accountNavigation } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { operatorPaths } from '../claims/index.ts';
import { Unverified } from '../claims/server-parts.tsx';
import {
  invitationsNotice,
  type ManagerPartPorts,
  managersPart,
  managersStaffPart,
} from './manager-parts.tsx';
import { INVITATIONS_PATH } from './manager-ports.ts';
import type { Managers, ShownInvitation } from './managers.ts';
import { managerMessages as messages } from './messages.ts';

type InvitationPorts = PagePorts<Account> & { managers: Managers };

export type ManagerRoutePorts = InvitationPorts & ManagerPartPorts;

/** Creates the route and the parts. */
export const createParts = (context: ManagerRoutePorts, clock: Clock): PageParts => ({
  routes: [invitationRoutes(context)],
  serverParts: [managersStaffPart(context)],
  ownServerParts: [managersPart(context, clock)],
  homeParts: [invitationsNotice(context)],
});

/** Route of `/acc/invitations/`. */
function invitationRoutes(context: InvitationPorts) {
  const { managers } = context;

  async function show({ account, site, query }: OwnerRequest<Account>, state: FormState) {
    const invitations = await managers.listInvitations(account.id);
    const frame = site(INVITATIONS_PATH);
    return (
      <FormPage
        site={frame}
        title={messages.page}
        state={state}
        navigation={accountNavigation(accountPath('account'))}
      >
        {query.done !== undefined && <Notice kind="success" text={messages.declined} />}
        {account.verifiedAt === null && <Unverified site={frame} />}
        {invitations.length === 0 ? (
          <p>{messages.none}</p>
        ) : (
          invitations.map((invitation) => <OneInvitation key={invitation.hash} {...invitation} />)
        )}
      </FormPage>
    );
  }

  async function submit({ account, form }: OwnerRequest<Account>) {
    const hash = form.field('server');
    if (form.field('form') === 'accept') {
      await managers.accept(account, hash, form.field('role'));
      return seeOther(operatorPaths.own(hash));
    }
    await managers.decline(account, hash);
    return seeOther(`${INVITATIONS_PATH}?done`);
  }

  return pageRoutes(context, [
    {
      path: INVITATIONS_PATH,
      who: 'owner',
      query: ['done'],
      ...formPage<OwnerRequest<Account>>({ show, submit }),
    },
  ]);
}

function OneInvitation({ hash, serverName, ownerName, role, expiresAt }: ShownInvitation) {
  const { invitation, expires, accept, acceptOf, decline, declineOf } = messages;
  const answer = (look: string, value: string, label: string, about: string) => (
    <button class={`button ${look}`} type="submit" name="form" value={value} aria-label={about}>
      {label}
    </button>
  );
  return (
    <section>
      <h2>
        <a href={`/server/play/${hash}/`}>
          <bdi>{serverName}</bdi>
        </a>
      </h2>
      <p>{invitation[role](ownerName)}</p>
      <p class="hint">{expires(formats.formatDay(expiresAt))}</p>
      <Form action={INVITATIONS_PATH} hidden={{ server: hash, role }}>
        <p class="buttons row">
          {answer('play', 'accept', accept, acceptOf(serverName))}
          {answer('quiet', 'decline', decline, declineOf(serverName))}
        </p>
      </Form>
    </section>
  );
}
