// The managers of a server on pages of other modules: its owner's settings, the overview of an account, and moderation.
/** @jsxImportSource preact */

import type { OwnerRequest } from '../../platform/http/page.ts';
import { parseId, type StaffPart } from '../../platform/http/staff-page.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { formats, labels } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { EMPTY_FORM, type FormState, HiddenField } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, Notice } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { AdminTable, When } from '../../platform/views/staff-parts.tsx';
import { accountPath as accountAdminPath } from '../../platform/views/staff-paths.ts';
import type { Account } from '../account/index.ts';
import { operatorPaths } from '../claims/index.ts';
import type { AddedPart, OwnServer } from '../own-server/own-server-parts.tsx';
import { describeProof, type ProofPorts, ProvenForm, proofOf } from '../two-factor/proof-parts.tsx';
import {
  type Editor,
  INVITATIONS_PATH,
  type InvitedAccount,
  type ManagerRole,
} from './manager-ports.ts';
import type { Managers } from './managers.ts';
import { managerMessages as messages } from './messages.ts';

interface ManagerPagePorts {
  managers: Managers;
}

const END = 'managers/';
const pageOf = (hash: string) => operatorPaths.own(hash) + END;

export type ManagerPartPorts = ManagerPagePorts & ProofPorts;

/** The part about managers on the page of a claimed server. */
export const managersPart = (context: ManagerPartPorts, clock: Clock): AddedPart => ({
  end: END,
  label: () => messages.title,
  async show(requested, server, state) {
    const { account, query } = requested;
    const { claim, isOwner } = server;
    const { hash } = claim;
    const { editors, invited } = await context.managers.list(hash);
    const done = Object.entries(messages.done).find(([name]) => name === query.done)?.[1];
    return (
      <section>
        <h2>{messages.title}</h2>
        {done !== undefined && <Notice kind="success" text={done} />}
        <p>{messages.intro}</p>
        <ul class="records">
          <Row name={claim.accountName} hint={since('owner', claim.claimedAt)} />
          {editors.map((editor) => (
            <EditorRow key={editor.accountId} editor={editor} server={server} reader={account} />
          ))}
        </ul>
        {isOwner && <Invited hash={hash} invited={invited} />}
        {isOwner && (await showOwnersForms(context, clock, { requested, hash, state }))}
      </section>
    );
  },
  submit: (requested, { claim }) => act(context.managers, requested, claim.hash),
  keep: (form) => form.fields('editor', 'owner'),
});

/** Runs the action of a form. Returns the path to go on to. */
async function act(managers: Managers, requested: OwnerRequest<Account>, hash: string) {
  const { account, form } = requested;
  const { proof, caller } = proofOf(requested);
  const id = parseId(form.field('account')) ?? 0;
  const done = (what: keyof typeof messages.done) => `${pageOf(hash)}?done=${what}`;
  switch (form.field('form')) {
    case 'invite':
      await managers.invite(account, hash, form.field('editor'), caller);
      return done('invite');
    case 'withdraw':
      await managers.withdraw(account, hash, id);
      return done('withdraw');
    case 'remove':
      await managers.removeEditor(account, hash, id);
      return id === account.id ? accountPath('ownServer') : done('remove');
    case 'offer':
      await managers.offer(account, hash, form.field('owner'), proof, caller);
      return done('offer');
    default:
      return pageOf(hash);
  }
}

const since = (role: ManagerRole, at: number) =>
  `${messages.roles[role]} · ${messages.since} ${formats.formatDay(at)}`;

/** An account with its role, and the button that ends it. */
function Row(properties: {
  name: string;
  hint: string;
  button?:
    | { form: 'remove' | 'withdraw'; hash: string; accountId: number; label: string; about: string }
    | undefined;
}) {
  const { name, hint, button } = properties;
  return (
    <li>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="hint">{hint}</span>
      </p>
      {button && (
        <Form
          action={pageOf(button.hash)}
          hidden={{ form: button.form, account: `${button.accountId}` }}
        >
          <button class="button quiet" type="submit" aria-label={button.about}>
            {button.label}
          </button>
        </Form>
      )}
    </li>
  );
}

function EditorRow(properties: { editor: Editor; server: OwnServer; reader: Account }) {
  const { editor, server, reader } = properties;
  const { accountId, name, since: at } = editor;
  const { remove, removeOf, leave, leaveIt } = messages;
  const isReader = accountId === reader.id;
  const said = isReader
    ? { label: leave, about: leaveIt }
    : { label: remove, about: removeOf(name) };
  const button = { form: 'remove', hash: server.claim.hash, accountId, ...said } as const;
  return (
    <Row
      name={name}
      hint={since('editor', at)}
      button={server.isOwner || isReader ? button : undefined}
    />
  );
}

function Invited({ hash, invited }: { hash: string; invited: readonly InvitedAccount[] }) {
  if (invited.length === 0) return null;
  const { withdraw: label, withdrawOf, invitedAs, until } = messages;
  return (
    <>
      <h3>{messages.invited}</h3>
      <ul class="records">
        {invited.map(({ accountId, name, role, expiresAt }) => (
          <Row
            key={accountId}
            name={name}
            hint={`${invitedAs[role]} · ${until(formats.formatDay(expiresAt))}`}
            button={{ form: 'withdraw', hash, accountId, label, about: withdrawOf(name) }}
          />
        ))}
      </ul>
    </>
  );
}

/** The forms to invite an editor and to offer the server. `state` belongs to the one that was sent. */
async function showOwnersForms(
  context: ManagerPartPorts,
  clock: Clock,
  sent: { requested: OwnerRequest<Account>; hash: string; state: FormState },
) {
  const { requested, hash, state } = sent;
  const page = pageOf(hash);
  const isInvite = requested.form.field('form') === 'invite';
  const failed = isInvite ? EMPTY_FORM : state;
  const proof = await describeProof(context, clock, requested, failed);
  const { name: label, inviteHint: hint } = messages;
  return (
    <>
      <h3>{messages.invite}</h3>
      <FieldsForm
        action={page}
        hidden={{ form: 'invite' }}
        fields={[{ name: 'editor', label, hint, isLiteral: true, isRequired: true }]}
        state={isInvite ? state : EMPTY_FORM}
        submit={messages.send}
      />
      <h3 id="transfer">{messages.transfer}</h3>
      <p>{messages.transferHow}</p>
      <ProvenForm
        facts={proof.facts}
        state={proof.state}
        page={page}
        fields={[{ name: 'owner', label, isLiteral: true, isRequired: true }]}
        last={<HiddenField name="form" value="offer" />}
        submit={messages.offer}
        kind="danger"
      />
    </>
  );
}

/** Tells the reader on the overview of their account about open invitations. */
export const invitationsNotice =
  ({ managers }: ManagerPagePorts) =>
  async ({ id }: Account) => {
    const { length } = await managers.listInvitations(id);
    if (length === 0) return null;
    return (
      <Notice kind="information" title={messages.waiting(length)}>
        <LinkLine href={INVITATIONS_PATH} label={messages.look} />
      </Notice>
    );
  };

/** The part about managers on the page of a server in moderation. */
export const managersStaffPart = ({ managers }: ManagerPagePorts): StaffPart => ({
  done: {},
  actions: {},
  async show({ key }) {
    const { editors, invited } = await managers.list(key);
    const rows: (Editor | InvitedAccount)[] = [...editors, ...invited];
    if (rows.length === 0) return null;
    const { title, staffCaption, roles, invitedAs, until } = messages;
    return (
      <>
        <h2>{title}</h2>
        <AdminTable<Editor | InvitedAccount>
          caption={staffCaption}
          columns={[
            [
              labels.name,
              ({ accountId, name }) => <a href={accountAdminPath(accountId)}>{name}</a>,
            ],
            [labels.role, (row) => ('role' in row ? invitedAs[row.role] : roles.editor)],
            [
              labels.since,
              (row) =>
                'since' in row ? <When at={row.since} /> : until(formats.formatDay(row.expiresAt)),
            ],
          ]}
          rows={rows}
        />
      </>
    );
  },
});
