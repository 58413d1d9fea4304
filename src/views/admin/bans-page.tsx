// The page with the bans, and the forms that add and remove them.
/** @jsxImportSource preact */

import { endMinute } from '../../lib/moment.ts';
import { formats, serverAdminMessages } from '../../messages/messages.ts';
import type { Ban } from '../../servers/moderation/ports.ts';
import { optionsOf } from '../form-fields.tsx';
import { End, Moment } from '../time.tsx';
import { BANS_PATH, serverAdminPath } from './admin-paths.ts';
import { ActorName } from './audit-page.tsx';
import type { AdminFrame } from './frame.tsx';
import {
  ActionForms,
  type ActionState,
  lastsField,
  NumberedPager,
  type PageOf,
  RowAction,
  renderListPage,
  typedText,
} from './parts.tsx';

const messages = serverAdminMessages.bans;

/** A ban, and whether it expired. */
type BanRow = Ban & { isExpired: boolean };

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
  const { kinds, columns } = messages;
  const { kind, all, action } = serverAdminMessages;
  const add = {
    ...{ name: 'add', title: messages.add, intro: messages.addIntro, submit: messages.addSubmit },
    ...({ kind: 'danger', reason: 'notified' } as const),
    fields: [
      { name: 'kind', label: kind, options: optionsOf(kinds) },
      {
        ...{ name: 'subject', label: messages.subject, hint: messages.subjectHint },
        ...{ isLiteral: true, isRequired: true },
      },
      lastsField(),
    ],
  };
  return renderListPage<BanRow>({
    ...{ frame, state, section: BANS_PATH, ...messages },
    search: [
      { name: 'text', label: messages.text, isLiteral: true },
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
            row={banKey(ban)}
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
    rows: page.rows,
    nothing: isAny ? messages.nothing : messages.none,
    hasMore: isAny,
    children: <NumberedPager page={page} />,
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
