// The page with the bans, and the forms that add and remove them.
/** @jsxImportSource preact */

import { endMinute } from '../../lib/moment.ts';
import { formats, serverAdminMessages } from '../../messages/messages.ts';
import type { Ban } from '../../servers/moderation/ports.ts';
import { optionsOf, SelectField, TextField } from '../form-fields.tsx';
import { renderDocument } from '../layout.tsx';
import { End, Moment } from '../time.tsx';
import { nameActor } from './actions-table.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { ActionForm, type ActionState, AdminTable, FilterLine, fieldOf, NoRows } from './parts.tsx';
import {
  NOTIFIED_REASON,
  NumberedPager,
  type PageOf,
  RowAction,
  rowActionName,
} from './row-action.tsx';
import { Lasts } from './server-actions.tsx';
import { BANS_PATH, serverAdminPath } from './server-paths.ts';

const messages = serverAdminMessages.bans;

/** A ban, and whether it expired. */
export type BanRow = Ban & { isExpired: boolean };

/** The key of a ban on the page. */
export function banKey({ kind, subject }: { kind: string; subject: string }): string {
  return `${kind} ${subject}`;
}

/** The page; `state` has the search under `text` and `kind`. */
export function renderBansPage(facts: {
  frame: AdminFrame;
  page: PageOf<BanRow>;
  isAny: boolean;
  state: ActionState;
}): string {
  const { frame, page, isAny, state } = facts;
  return renderDocument(
    <AdminPage frame={frame} section={BANS_PATH} title={messages.title} problems={state.problems}>
      <FilterLine action={BANS_PATH} label={messages.filter}>
        <TextField name="text" label={messages.text} state={state} isLiteral />
        <SelectField
          name="kind"
          label={serverAdminMessages.kind}
          state={state}
          options={optionsOf(messages.kinds, serverAdminMessages.all)}
        />
      </FilterLine>
      <div class="action-list">
        <AddBan state={state} />
      </div>
      {page.rows.length === 0 ? (
        <NoRows
          text={isAny ? messages.nothing : messages.none}
          all={isAny ? BANS_PATH : undefined}
        />
      ) : (
        <Bans rows={page.rows} state={state} />
      )}
      <NumberedPager page={page} />
    </AdminPage>,
  );
}

function AddBan({ state }: { state: ActionState }) {
  return (
    <ActionForm
      name="add"
      page={BANS_PATH}
      title={messages.add}
      intro={messages.addIntro}
      submit={messages.addSubmit}
      kind="danger"
      state={state}
      reason={NOTIFIED_REASON}
    >
      <SelectField
        name={fieldOf('add', 'kind')}
        label={serverAdminMessages.kind}
        state={state}
        options={optionsOf(messages.kinds)}
      />
      <TextField
        name={fieldOf('add', 'subject')}
        label={messages.subject}
        hint={messages.subjectHint}
        state={state}
        isLiteral
        isRequired
      />
      <Lasts action="add" state={state} />
    </ActionForm>
  );
}

function Bans({ rows, state }: { rows: readonly BanRow[]; state: ActionState }) {
  const { subject, reason, by, since, expires } = messages.columns;
  return (
    <AdminTable
      caption={messages.caption}
      heads={[
        subject,
        serverAdminMessages.kind,
        reason,
        by,
        since,
        expires,
        serverAdminMessages.action,
      ]}
      rows={rows.map((ban) => ({
        key: banKey(ban),
        cells: [
          ban.kind === 'server' ? (
            <a href={serverAdminPath(ban.subject)}>{ban.subject}</a>
          ) : (
            <bdi>{ban.subject}</bdi>
          ),
          messages.kinds[ban.kind],
          <span key="reason" class="typed-text" dir="auto">
            {ban.reason}
          </span>,
          <span key="by" class="unbroken">
            {nameActor(ban.author)}
          </span>,
          <Moment key="since" at={ban.createdAt} />,
          <Expiry key="until" ban={ban} />,
          <RowAction
            key="act"
            name={rowActionName('remove', banKey(ban))}
            action={`${BANS_PATH}remove/`}
            label={messages.remove}
            about={ban.subject}
            submit={messages.removeSubmit}
            state={state}
            hidden={{ kind: ban.kind, subject: ban.subject }}
          />,
        ],
      }))}
    />
  );
}

function Expiry({ ban: { expiresAt, isExpired } }: { ban: BanRow }) {
  if (expiresAt === null) return <>{serverAdminMessages.forEver}</>;
  if (isExpired) return <>{messages.expired(formats.formatMoment(endMinute(expiresAt)))}</>;
  return <End at={expiresAt} />;
}
