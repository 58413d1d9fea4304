// The page with the words of the name filter, and the servers that they keep out of the public list.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import type { ListedServer } from '../../servers/moderation/moderation.ts';
import type { FilterWord } from '../../servers/moderation/ports.ts';
import { ColouredName } from '../coloured-name.tsx';
import { TextField } from '../form-fields.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { ActionForm, type ActionState, AdminTable, FilterLine, fieldOf, NoRows } from './parts.tsx';
import {
  NumberedPager,
  OPTIONAL_REASON,
  type PageOf,
  RowAction,
  rowActionName,
} from './row-action.tsx';
import { FILTER_PATH, serverAdminPath } from './server-paths.ts';

const words = serverAdminMessages.filter;

/** How many servers are shown beside a word. */
const NAMED = 10;

/** A word, with the live servers that have it in their name. */
export type WordRow = FilterWord & {
  /** It comes from the settings, and can be changed only there. */
  isOfSettings: boolean;
  servers: readonly Pick<ListedServer, 'hash' | 'name'>[];
};

/** The page; `state` has the search under `text`. */
export function renderFilterPage(facts: {
  frame: AdminFrame;
  page: PageOf<WordRow>;
  isAny: boolean;
  state: ActionState;
}): string {
  const { frame, page, isAny, state } = facts;
  return renderDocument(
    <AdminPage frame={frame} section={FILTER_PATH} title={words.title} problems={state.problems}>
      <p>{words.intro}</p>
      <FilterLine action={FILTER_PATH} label={words.filter}>
        <TextField name="text" label={words.text} state={state} isLiteral />
      </FilterLine>
      <div class="action-list">
        <ActionForm
          name="add"
          page={FILTER_PATH}
          title={words.add}
          submit={words.addSubmit}
          state={state}
          reason={OPTIONAL_REASON}
        >
          <TextField
            name={fieldOf('add', 'word')}
            label={words.word}
            hint={words.wordHint}
            state={state}
            isLiteral
            isRequired
          />
        </ActionForm>
      </div>
      {page.rows.length === 0 ? (
        <NoRows text={isAny ? words.nothing : words.none} all={isAny ? FILTER_PATH : undefined} />
      ) : (
        <Words rows={page.rows} state={state} />
      )}
      <NumberedPager page={page} />
    </AdminPage>,
  );
}

function Words({ rows, state }: { rows: readonly WordRow[]; state: ActionState }) {
  const { word, since, servers } = words.columns;
  return (
    <AdminTable
      caption={words.caption}
      heads={[word, since, servers, serverAdminMessages.action]}
      rows={rows.map((row) => ({
        key: `${row.isOfSettings} ${row.key}`,
        cells: [
          <bdi key="word">{row.word}</bdi>,
          row.isOfSettings ? words.ofSettings : <Moment key="since" at={row.addedAt} />,
          row.servers.length === 0 ? null : <Kept key="servers" servers={row.servers} />,
          row.isOfSettings ? null : <Remove key="act" word={row.word} state={state} />,
        ],
      }))}
    />
  );
}

function Remove({ word, state }: { word: string; state: ActionState }) {
  return (
    <RowAction
      name={rowActionName('remove', word)}
      action={`${FILTER_PATH}remove/`}
      label={words.remove}
      about={word}
      submit={words.removeSubmit}
      state={state}
      hidden={{ word }}
    />
  );
}

function Kept({ servers }: Pick<WordRow, 'servers'>) {
  return (
    <ul>
      {servers.slice(0, NAMED).map(({ hash, name }) => (
        <li key={hash}>
          <a href={serverAdminPath(hash)}>
            <ColouredName name={name} />
          </a>
        </li>
      ))}
      {servers.length > NAMED && <li>{words.more(servers.length - NAMED)}</li>}
    </ul>
  );
}
