// The pages with the bans and with the words of the name filter, and the forms that add and remove them.
/** @jsxImportSource preact */

import { endMinute } from '../../lib/moment.ts';
import { formats, serverAdminMessages } from '../../messages/messages.ts';
import type { ListedServer } from '../../servers/moderation/moderation.ts';
import type { Ban, FilterWord } from '../../servers/moderation/ports.ts';
import { optionsOf } from '../form-fields.tsx';
import { End, Moment } from '../time.tsx';
import { BANS_PATH, FILTER_PATH, serverAdminPath } from './admin-paths.ts';
import { ActorName } from './audit-page.tsx';
import {
  ActionForms,
  type ListFacts,
  lastsField,
  RowAction,
  renderListPage,
  SUBJECT,
  typedText,
} from './parts.tsx';
import { ServerLink } from './servers-page.tsx';

const { bans: messages, filter: filterMessages } = serverAdminMessages;

type BanRow = Ban & { isExpired: boolean };

/** The bans; `state` has the search under `text` and `kind`. */
export function renderBansPage(facts: ListFacts<BanRow> & { isAny: boolean }): string {
  const { isAny, state } = facts;
  const { kinds, columns, text, subject: label, subjectHint: hint } = messages;
  const { kind, all, action } = serverAdminMessages;
  const add = {
    ...{ name: 'add', title: messages.add, intro: messages.addIntro, submit: messages.addSubmit },
    ...({ kind: 'danger', reason: 'notified' } as const),
    fields: [
      { name: 'kind', label: kind, options: optionsOf(kinds) },
      { ...SUBJECT, label, hint },
      lastsField(),
    ],
  };
  return renderListPage<BanRow>({
    ...{ ...facts, section: BANS_PATH, ...messages },
    search: [
      { name: 'text', label: text, isLiteral: true },
      { name: 'kind', label: kind, options: optionsOf(kinds, all) },
    ],
    forms: <ActionForms page={BANS_PATH} state={state} actions={[add]} />,
    columns: [
      [columns.subject, (ban) => <Subject ban={ban} />],
      [kind, (ban) => kinds[ban.kind]],
      [columns.reason, ({ reason }) => typedText(reason)],
      [columns.by, ({ author }) => <ActorName actor={author} />],
      [columns.since, ({ createdAt }) => <Moment at={createdAt} />],
      [columns.expires, (ban) => <Expiry ban={ban} />],
      [
        action,
        (ban) => (
          <RowAction
            name="remove"
            row={`${ban.kind} ${ban.subject}`}
            page={BANS_PATH}
            title={messages.remove}
            about={ban.subject}
            submit={messages.removeSubmit}
            state={state}
            hidden={{ kind: ban.kind, subject: ban.subject }}
          />
        ),
      ],
    ],
    nothing: isAny ? messages.nothing : messages.none,
    hasMore: isAny,
  });
}

function Subject({ ban: { kind, subject } }: { ban: BanRow }) {
  if (kind === 'server') return <a href={serverAdminPath(subject)}>{subject}</a>;
  return <bdi>{subject}</bdi>;
}

function Expiry({ ban: { expiresAt, isExpired } }: { ban: BanRow }) {
  if (expiresAt === null) return <>{serverAdminMessages.forEver}</>;
  if (isExpired) return <>{messages.expired(formats.formatMoment(endMinute(expiresAt)))}</>;
  return <End at={expiresAt} />;
}

const NAMED = 10;

type WordRow = FilterWord & {
  /** It comes from the settings, and can be changed only there. */
  isOfSettings: boolean;
  servers: readonly Pick<ListedServer, 'hash' | 'name'>[];
};

/** The words; `state` has the search under `text`. */
export function renderFilterPage(facts: ListFacts<WordRow> & { isAny: boolean }): string {
  const { isAny, state } = facts;
  const { columns, word: label, wordHint: hint, remove, removeSubmit } = filterMessages;
  const add = {
    ...{ name: 'add', title: filterMessages.add, submit: filterMessages.addSubmit },
    fields: [{ name: 'word', label, hint, isLiteral: true, isRequired: true }],
  };
  const form = { page: FILTER_PATH, title: remove, submit: removeSubmit, state };
  return renderListPage<WordRow>({
    ...{ ...facts, section: FILTER_PATH, ...filterMessages },
    intro: <p>{filterMessages.intro}</p>,
    search: [{ name: 'text', label: filterMessages.text, isLiteral: true }],
    forms: <ActionForms page={FILTER_PATH} state={state} actions={[add]} />,
    columns: [
      [columns.word, ({ word }) => <bdi>{word}</bdi>],
      [
        columns.since,
        ({ isOfSettings, addedAt }) =>
          isOfSettings ? filterMessages.ofSettings : <Moment at={addedAt} />,
      ],
      [
        columns.servers,
        ({ servers }) => (servers.length === 0 ? null : <Kept servers={servers} />),
      ],
      [
        serverAdminMessages.action,
        ({ isOfSettings, word }) =>
          isOfSettings ? null : <RowAction name="remove" row={word} {...form} hidden={{ word }} />,
      ],
    ],
    nothing: isAny ? filterMessages.nothing : filterMessages.none,
    hasMore: isAny,
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
      {servers.length > NAMED && <li>{filterMessages.more(servers.length - NAMED)}</li>}
    </ul>
  );
}
