// Whose heartbeats are refused, and the forms that change it.
/** @jsxImportSource preact */

import { formatEnd } from '../../lib/moment.ts';
import type { Ban } from '../../servers/moderation/moderation-ports.ts';
import { optionsOf, SelectField, TextField } from '../form-fields.tsx';
import { renderDocument } from '../layout.tsx';
import { End, Moment } from '../time.tsx';
import { serverAdminWords } from '../words/admin-servers.ts';
import { nameActor } from './acts-table.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { Act, type ActState, AdminTable, FilterLine, fieldOf, NoRows } from './parts.tsx';
import { NumberedPager, type PageOf, RowAct, rowActName, TOLD_REASON } from './row-act.tsx';
import { Lasts } from './server-acts.tsx';
import { BANS_PATH, serverAdminPath } from './server-paths.ts';

const words = serverAdminWords.bans;

/** A ban, and whether it does not count any more. */
export type BanRow = Ban & { isExpired: boolean };

/** What a ban is known by on its page. */
export function banKey({ kind, subject }: { kind: string; subject: string }): string {
  return `${kind} ${subject}`;
}

/** The page; what was asked for stands in `state` under `text` and `kind`. */
export function renderBansPage(facts: {
  frame: AdminFrame;
  page: PageOf<BanRow>;
  isAny: boolean;
  state: ActState;
}): string {
  const { frame, page, isAny, state } = facts;
  return renderDocument(
    <AdminPage frame={frame} section={BANS_PATH} title={words.title} problems={state.problems}>
      <FilterLine action={BANS_PATH} label={words.filter}>
        <TextField name="text" label={words.text} state={state} isLiteral />
        <SelectField
          name="kind"
          label={serverAdminWords.kind}
          state={state}
          options={optionsOf(words.kinds, serverAdminWords.all)}
        />
      </FilterLine>
      <div class="acts">
        <AddBan state={state} />
      </div>
      {page.rows.length === 0 ? (
        <NoRows text={isAny ? words.nothing : words.none} all={isAny ? BANS_PATH : undefined} />
      ) : (
        <Bans rows={page.rows} state={state} />
      )}
      <NumberedPager page={page} />
    </AdminPage>,
  );
}

function AddBan({ state }: { state: ActState }) {
  return (
    <Act
      name="add"
      page={BANS_PATH}
      title={words.add}
      intro={words.addIntro}
      submit={words.addSubmit}
      kind="danger"
      state={state}
      reason={TOLD_REASON}
    >
      <SelectField
        name={fieldOf('add', 'kind')}
        label={serverAdminWords.kind}
        state={state}
        options={optionsOf(words.kinds)}
      />
      <TextField
        name={fieldOf('add', 'subject')}
        label={words.subject}
        hint={words.subjectHint}
        state={state}
        isLiteral
        isRequired
      />
      <Lasts act="add" state={state} />
    </Act>
  );
}

function Bans({ rows, state }: { rows: readonly BanRow[]; state: ActState }) {
  const { subject, reason, by, since, expires } = words.columns;
  return (
    <AdminTable
      caption={words.caption}
      heads={[subject, serverAdminWords.kind, reason, by, since, expires, serverAdminWords.act]}
      rows={rows.map((ban) => ({
        key: banKey(ban),
        cells: [
          ban.kind === 'server' ? (
            <a href={serverAdminPath(ban.subject)}>{ban.subject}</a>
          ) : (
            <bdi>{ban.subject}</bdi>
          ),
          words.kinds[ban.kind],
          <span key="reason" class="typed-text" dir="auto">
            {ban.reason}
          </span>,
          <span key="by" class="unbroken">
            {nameActor(ban.author)}
          </span>,
          <Moment key="since" at={ban.createdAt} />,
          <Expiry key="until" ban={ban} />,
          <RowAct
            key="act"
            name={rowActName('remove', banKey(ban))}
            action={`${BANS_PATH}remove/`}
            label={words.remove}
            about={ban.subject}
            submit={words.removeSubmit}
            state={state}
            hidden={{ kind: ban.kind, subject: ban.subject }}
          />,
        ],
      }))}
    />
  );
}

function Expiry({ ban: { expiresAt, isExpired } }: { ban: BanRow }) {
  if (expiresAt === null) return <>{serverAdminWords.forEver}</>;
  if (isExpired) return <>{words.expired(formatEnd(expiresAt))}</>;
  return <End at={expiresAt} />;
}
