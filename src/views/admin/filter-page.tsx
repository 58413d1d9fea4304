// The page with the words of the name filter, and the servers that they keep out of the public list.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import type { ListedServer } from '../../servers/moderation/moderation.ts';
import type { FilterWord } from '../../servers/moderation/ports.ts';
import { Moment } from '../time.tsx';
import { FILTER_PATH } from './admin-paths.ts';
import type { AdminFrame } from './frame.tsx';
import {
  ActionForms,
  type ActionState,
  NumberedPager,
  type PageOf,
  RowAction,
  renderListPage,
} from './parts.tsx';
import { ServerLink } from './servers-page.tsx';

const messages = serverAdminMessages.filter;

/** How many servers are shown beside a word. */
const NAMED = 10;

/** A word, with the live servers that have it in their name. */
type WordRow = FilterWord & {
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
  const { columns, word: label, wordHint: hint } = messages;
  const add = {
    ...{ name: 'add', title: messages.add, submit: messages.addSubmit },
    fields: [{ name: 'word', label, hint, isLiteral: true, isRequired: true }],
  };
  return renderListPage<WordRow>({
    ...{ frame, state, section: FILTER_PATH, ...messages },
    intro: <p>{messages.intro}</p>,
    search: [{ name: 'text', label: messages.text, isLiteral: true }],
    forms: <ActionForms page={FILTER_PATH} state={state} actions={[add]} />,
    columns: [
      [columns.word, ({ word }) => <bdi>{word}</bdi>],
      [
        columns.since,
        ({ isOfSettings, addedAt }) =>
          isOfSettings ? messages.ofSettings : <Moment at={addedAt} />,
      ],
      [
        columns.servers,
        ({ servers }) => (servers.length === 0 ? null : <Kept servers={servers} />),
      ],
      [
        serverAdminMessages.action,
        ({ isOfSettings, word }) =>
          isOfSettings ? null : (
            <RowAction
              name="remove"
              row={word}
              page={FILTER_PATH}
              title={messages.remove}
              submit={messages.removeSubmit}
              state={state}
              hidden={{ word }}
            />
          ),
      ],
    ],
    rows: page.rows,
    nothing: isAny ? messages.nothing : messages.none,
    hasMore: isAny,
    children: <NumberedPager page={page} />,
  });
}

function Kept({ servers }: Pick<WordRow, 'servers'>) {
  return (
    <ul>
      {servers.slice(0, NAMED).map(({ hash, name }) => (
        <li key={hash}>
          <ServerLink hash={hash} name={name} />
        </li>
      ))}
      {servers.length > NAMED && <li>{messages.more(servers.length - NAMED)}</li>}
    </ul>
  );
}
