// Bans, and the words that keep servers out of the public list: searched, added, removed.
/** @jsxImportSource preact */

import { Failure } from '../../../lib/failure.ts';
import { endMinute } from '../../../lib/moment.ts';
import { formats, serverAdminMessages } from '../../../messages/messages.ts';
import {
  createNameFilter,
  requireFilterWord,
  requireTarget,
} from '../../../servers/moderation/moderation.ts';
import type { Ban, BanKind } from '../../../servers/moderation/ports.ts';
import { BANS_PATH, FILTER_PATH, serverAdminPath } from '../../../views/admin/admin-paths.ts';
import { ActorName } from '../../../views/admin/audit-table.tsx';
import {
  ActionForm,
  ActionForms,
  lastsField,
  ServerLink,
  SUBJECT,
  showList,
  typedText,
} from '../../../views/admin/parts.tsx';
import { optionsOf } from '../../../views/form-fields.tsx';
import { End, Moment } from '../../../views/time.tsx';
import type { HttpContext } from '../../context.ts';
import { adminPage, assertDone, createSearch, pageOf } from './admin-page.ts';

const { bans, filter } = serverAdminMessages;
const KINDS: readonly BanKind[] = ['range', 'name', 'server'];

export function banRoutes({ moderation }: HttpContext) {
  return adminPage({
    path: '/admin/bans',
    role: 'moderator',
    search: ['text', 'kind'],
    async show({ query }, search) {
      const isFound = createSearch(search.text);
      const all = await moderation.listBans();
      const found = all
        .toReversed()
        .filter(({ kind }) => search.kind === '' || kind === search.kind)
        .filter(({ subject, reason }) => isFound(subject, reason));
      const { kinds, columns, subject: label, subjectHint: hint } = bans;
      const { kind, all: anyKind, action } = serverAdminMessages;
      const isAny = all.length > 0;
      return showList<Ban>({
        ...{ ...bans, page: pageOf(found, query, BANS_PATH, search) },
        search: [
          { name: 'text', label: bans.text, isLiteral: true },
          { name: 'kind', label: kind, options: optionsOf(kinds, anyKind) },
        ],
        forms: (
          <ActionForms
            actions={[
              {
                ...{ name: 'add', title: bans.add, intro: bans.addIntro, submit: bans.addSubmit },
                ...{ kind: 'danger', reason: 'notified' },
                fields: [
                  { name: 'kind', label: kind, options: optionsOf(kinds) },
                  { ...SUBJECT, label, hint },
                  lastsField(),
                ],
              },
            ]}
          />
        ),
        columns: [
          [columns.subject, Subject],
          [kind, (ban) => kinds[ban.kind]],
          [columns.reason, ({ reason }) => typedText(reason)],
          [columns.by, ({ author }) => <ActorName actor={author} />],
          [columns.since, ({ createdAt }) => <Moment at={createdAt} />],
          [columns.expires, (ban) => <Expiry ban={ban} isExpired={moderation.hasExpired(ban)} />],
          [
            action,
            ({ kind, subject }) => (
              <ActionForm
                {...{ name: 'remove', title: bans.remove, submit: bans.removeSubmit }}
                {...{ row: `${kind} ${subject}`, about: subject, hidden: { kind, subject } }}
              />
            ),
          ],
        ],
        nothing: isAny ? bans.nothing : bans.none,
        hasMore: isAny,
      });
    },
    actions: {
      add: {
        checks: {
          kind: requireKind,
          subject: (subject, read) => requireTarget({ kind: requireKind(read('kind')), subject }),
          lasts: moderation.parseEnd,
        },
        ...{ reason: 'notified', about: 'subject' },
        async run(read, { actor }) {
          const target = { kind: requireKind(read('kind')), subject: read('subject') };
          const how = { reason: read('reason'), lasts: read('lasts') };
          await moderation.addBan(actor, target, how);
          return 'ban-added';
        },
      },
      remove: {
        async run(read, { actor, form }) {
          const target = { kind: requireKind(form.field('kind')), subject: form.field('subject') };
          assertDone(await moderation.removeBan(actor, target, read('reason')), bans.gone);
          return 'ban-removed';
        },
      },
    },
  });
}

function requireKind(text: string): BanKind {
  const kind = KINDS.find((each) => each === text);
  if (kind !== undefined) return kind;
  throw new Failure('invalid', bans.noKind);
}

function Subject({ kind, subject }: Ban) {
  if (kind === 'server') return <a href={serverAdminPath(subject)}>{subject}</a>;
  return <bdi>{subject}</bdi>;
}

function Expiry({ ban: { expiresAt }, isExpired }: { ban: Ban; isExpired: boolean }) {
  if (expiresAt === null) return <>{serverAdminMessages.forEver}</>;
  if (isExpired) return <>{bans.expired(formats.formatMoment(endMinute(expiresAt)))}</>;
  return <End at={expiresAt} />;
}

/** The most servers that are named beside a word. */
const NAMED = 10;

export function filterRoutes({ moderation }: HttpContext) {
  return adminPage({
    path: '/admin/filter',
    role: 'moderator',
    search: ['text'],
    async show({ query }, search) {
      const isFound = createSearch(search.text);
      // Those of the settings can be changed only there.
      const own = moderation.configuredWords.map((word) => ({ ...word, isOfSettings: true }));
      const added = await moderation.listFilterWords();
      const all = [...own, ...added.map((word) => ({ ...word, isOfSettings: false }))];
      const found = all.filter(({ word }) => isFound(word));
      const listed = await moderation.listServers();
      const { columns, remove: title, removeSubmit: submit, word: label, wordHint: hint } = filter;
      const word = { name: 'word', label, hint, isLiteral: true, isRequired: true };
      const add = { name: 'add', title: filter.add, submit: filter.addSubmit, fields: [word] };
      const isAny = all.length > 0;
      return showList<(typeof all)[number]>({
        ...{ ...filter, page: pageOf(found, query, FILTER_PATH, search) },
        intro: <p>{filter.intro}</p>,
        search: [{ name: 'text', label: filter.text, isLiteral: true }],
        forms: <ActionForms actions={[add]} />,
        columns: [
          [columns.word, ({ word }) => <bdi>{word}</bdi>],
          [
            columns.since,
            ({ isOfSettings, addedAt }) =>
              isOfSettings ? filter.ofSettings : <Moment at={addedAt} />,
          ],
          [
            columns.servers,
            (word) => {
              // The live servers that it alone would keep out of the list.
              const isHit = createNameFilter([word]);
              const kept = listed.filter(({ name }) => isHit(name) !== undefined);
              return kept.length === 0 ? null : <Servers servers={kept} />;
            },
          ],
          [
            serverAdminMessages.action,
            ({ isOfSettings, word }) =>
              isOfSettings ? null : (
                <ActionForm {...{ name: 'remove', row: word, title, submit, hidden: { word } }} />
              ),
          ],
        ],
        nothing: isAny ? filter.nothing : filter.none,
        hasMore: isAny,
      });
    },
    actions: {
      add: {
        ...{ checks: { word: requireFilterWord }, about: 'word' },
        async run(read, { actor }) {
          const isNew = await moderation.addFilterWord(actor, read('word'), read('reason'));
          return isNew ? 'word-added' : 'word-known';
        },
      },
      remove: {
        async run(read, { actor, form }) {
          const word = form.field('word');
          assertDone(await moderation.removeFilterWord(actor, word, read('reason')), filter.gone);
          return 'word-removed';
        },
      },
    },
  });
}

function Servers({ servers }: { servers: readonly { hash: string; name: string }[] }) {
  return (
    <ul>
      {servers.slice(0, NAMED).map(({ hash, name }) => (
        <li key={hash}>
          <ServerLink hash={hash} name={name} />
        </li>
      ))}
      {servers.length > NAMED && <li>{filter.more(servers.length - NAMED)}</li>}
    </ul>
  );
}
