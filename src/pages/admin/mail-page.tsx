// The queue of letters: what waits, what failed and why, and what can be done about it.
/** @jsxImportSource preact */

import { Fragment } from 'preact';
import { optionsOf, SelectField } from '../form-fields.tsx';
import { Notice } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { mailAdminWords as words } from '../words/admin-mail.ts';
import { serverAdminWords } from '../words/admin-servers.ts';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { Act, type ActState, AdminTable, FilterLine, NoRows } from './parts.tsx';
import { NumberedPager, OPTIONAL_REASON, type PageOf, RowAct, rowActName } from './row-act.tsx';
import { MAIL_PATH } from './server-paths.ts';
import { TestLetter } from './test-letter.tsx';

/** A letter that waits or failed; never what it says. Times are milliseconds since the Unix epoch. */
export interface ListedLetter {
  id: number;
  kind: string;
  recipient: string;
  state: 'waiting' | 'failed';
  attempts: number;
  createdAt: number;
  /** `null` once it failed. */
  nextAttemptAt: number | null;
  failedAt: number | null;
  /** What the mail server said last; empty before the first attempt. */
  lastError: string;
}

/** The page; which letters were asked for stands in `state` under `state`. */
export function renderMailPage(facts: {
  frame: AdminFrame;
  isOn: boolean;
  /** Of whoever looks: where a test letter goes. */
  ownAddress: string;
  page: PageOf<ListedLetter>;
  /** Whether there are letters that were not asked for. */
  isAny: boolean;
  hasFailed: boolean;
  state: ActState;
}): string {
  const { frame, isOn, ownAddress, page, isAny, hasFailed, state } = facts;
  return renderDocument(
    <AdminPage frame={frame} section={MAIL_PATH} title={words.title} problems={state.problems}>
      {!isOn && (
        <Notice kind="warning" title={words.off}>
          <p>{words.offHow}</p>
          <ul>
            {words.offSettings.map((setting) => (
              <li key={setting}>{setting}</li>
            ))}
          </ul>
          <p>{words.offCheck}</p>
        </Notice>
      )}
      <FilterLine action={MAIL_PATH} label={words.filter}>
        <SelectField
          name="state"
          label={serverAdminWords.state}
          state={state}
          options={optionsOf(words.states, serverAdminWords.all)}
        />
      </FilterLine>
      {page.rows.length === 0 ? (
        <NoRows text={isAny ? words.noneSuch : words.nothing} all={isAny ? MAIL_PATH : undefined} />
      ) : (
        <Letters rows={page.rows} state={state} />
      )}
      <NumberedPager page={page} />
      <p class="hint">{words.kept}</p>
      <div class="acts">
        {hasFailed && (
          <Act
            name="retry-failed"
            page={MAIL_PATH}
            title={words.retryAll}
            submit={words.retryAllSubmit}
            state={state}
            reason={OPTIONAL_REASON}
          />
        )}
        {isOn && <TestLetter address={ownAddress} isOpen={state.act === 'test'} />}
      </div>
    </AdminPage>,
  );
}

function Letters({ rows, state }: { rows: readonly ListedLetter[]; state: ActState }) {
  const { id, kind, recipient, attempts, created } = words.columns;
  return (
    <AdminTable
      caption={words.caption}
      heads={[
        ...[id, kind, recipient, created],
        ...[attempts, serverAdminWords.state, serverAdminWords.act],
      ]}
      rows={rows.map((letter) => ({
        key: letter.id,
        cells: [
          letter.id,
          letter.kind,
          <span key="recipient" class="typed-text">
            {letter.recipient}
          </span>,
          <Moment key="created" at={letter.createdAt} />,
          letter.attempts,
          <Fare key="fare" letter={letter} />,
          <Fragment key="acts">
            <LetterAct act="retry" letter={letter} state={state} />
            <LetterAct act="drop" letter={letter} state={state} />
          </Fragment>,
        ],
      }))}
    />
  );
}

/** How it fares, and what the mail server said last. */
function Fare({ letter }: { letter: ListedLetter }) {
  const { state, nextAttemptAt, lastError } = letter;
  return (
    <>
      {words.states[state]}
      {nextAttemptAt !== null && (
        <>
          {words.until} <Moment at={nextAttemptAt} />
        </>
      )}
      {lastError !== '' && (
        <>
          <br />
          <bdi>{lastError}</bdi>
        </>
      )}
    </>
  );
}

function LetterAct(properties: { act: 'retry' | 'drop'; letter: ListedLetter; state: ActState }) {
  const { act, letter, state } = properties;
  return (
    <RowAct
      name={rowActName(act, letter.id)}
      action={`${MAIL_PATH}${act}/`}
      label={words[act]}
      about={`${letter.id}`}
      submit={words[`${act}Submit`]}
      kind={act === 'drop' ? 'danger' : 'main'}
      state={state}
      hidden={{ id: `${letter.id}` }}
    />
  );
}
