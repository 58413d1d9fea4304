// The page of bans, the words that keep servers out of the public list, and the tags of claimed servers.
/** @jsxImportSource preact */

import {
  adminPage,
  assertDone,
  createSearch,
  manyActions,
  pageOf,
} from '../../platform/http/staff-page.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { endMinute } from '../../platform/lib/moment.ts';
import { formats, labels, staffFormMessages } from '../../platform/messages/messages.ts';
import { optionsOf } from '../../platform/views/form-fields.tsx';
import {
  ActionFields,
  ActionForm,
  ActionForms,
  lastsField,
  SUBJECT,
} from '../../platform/views/staff-actions.tsx';
import {
  QueryForm,
  ServerLink,
  Status,
  showList,
  typedText,
  When,
} from '../../platform/views/staff-parts.tsx';
import {
  BANS_PATH,
  FILTER_PATH,
  serverAdminPath,
  TAGS_PATH,
  withQuery,
} from '../../platform/views/staff-paths.ts';
import { End } from '../../platform/views/time.tsx';
import { ActorName } from '../audit/audit-table.tsx';
import { requireTag } from '../claims/index.ts';
import { requireTarget } from './bans.ts';
import { serverAdminDone, serverAdminMessages } from './messages.ts';
import { BAN_KINDS, type Ban, type BanKind, type FilterWord } from './moderation-ports.ts';
import { createNameFilter, requireFilterWords } from './name-filter.ts';
import { ban, type EachModeration, type ServerModerationPorts, wideField } from './server-page.tsx';

const { bans, filter, tags } = serverAdminMessages;
/** The query fields of a preview. */
const NEW_KIND = 'hits-kind';
const NEW_SUBJECT = 'hits-subject';

export function banRoutes({ moderation }: Pick<ServerModerationPorts, 'moderation'>) {
  return adminPage({
    path: '/admin/bans',
    role: 'moderator',
    section: { group: 'servers', label: () => serverAdminMessages.sections.bans },
    done: serverAdminDone,
    search: ['text', 'kind', NEW_KIND, NEW_SUBJECT],
    about: NEW_SUBJECT,
    async show({ query }, search, isRefused) {
      const isFound = createSearch(search.text);
      const all = await moderation.listBans();
      const found = all
        .toReversed()
        .filter(({ kind }) => search.kind === '' || kind === search.kind)
        .filter(({ subject, reason }) => isFound(subject, reason));
      const { kinds, columns } = bans;
      const subject = search[NEW_SUBJECT];
      const hits =
        subject === '' || isRefused
          ? undefined
          : await moderation.findBanHits({ kind: requireKind(search[NEW_KIND]), subject });
      const { kind, all: anyKind } = staffFormMessages;
      return showList<Ban>({
        ...bans,
        page: pageOf(found, query, BANS_PATH, search),
        search: [
          { name: 'text', label: bans.text, isLiteral: true },
          { name: 'kind', label: kind, options: optionsOf(kinds, anyKind) },
        ],
        forms: <BanForms hits={hits} />,
        many: {
          buttons: { remove: labels.remove },
          keyOf: ({ kind, subject }) => ({ id: `${kind} ${subject}`, name: subject }),
        },
        columns: [
          [columns.subject, Subject],
          [kind, (ban) => kinds[ban.kind], 'state'],
          [labels.reason, ({ reason }) => typedText(reason)],
          [labels.by, ({ author }) => <ActorName actor={author} />],
          [labels.since, ({ createdAt }) => <When at={createdAt} />],
          [
            columns.expires,
            (ban) => <Expiry ban={ban} isExpired={moderation.hasExpired(ban)} />,
            'named',
          ],
        ],
      });
    },
    many: removeMany(moderation),
    actions: {
      add: {
        checks: {
          kind: requireKind,
          subject: (subject, read) => requireTarget({ kind: requireKind(read('kind')), subject }),
          lasts: moderation.parseEnd,
        },

        reason: 'notified',
        about: 'subject',
        async run(read, { actor }) {
          await ban(
            moderation,
            actor,
            { kind: requireKind(read('kind')), subject: read('subject') },
            read,
          );
          return 'ban-added';
        },
      },
    },
  });
}

/** Removes several bans at once, and adds them again when a moderator undoes it. */
function removeMany(moderation: ServerModerationPorts['moderation']) {
  return manyActions<EachModeration>({
    results: bans.results,
    forEach: (_, rows, act) => moderation.forEach(rows, act),
    async plan(actor) {
      const before = new Map(
        (await moderation.listBans()).map((each) => [`${each.kind} ${each.subject}`, each]),
      );
      return {
        isSo: () => false,
        async undo(each, { id }) {
          const removed = before.get(id);
          if (removed === undefined) return;
          const { reason, expiresAt } = removed;
          await each.addBan(actor, removed, { reason, expiresAt, isConfirmed: true });
        },
      };
    },
    buttons: {
      async remove(each, { actor, row: { id }, read }) {
        const space = id.indexOf(' ');
        const kind = requireKind(id.slice(0, Math.max(0, space)));
        const target = { kind, subject: id.slice(space + 1) };
        assertDone(await each.removeBan(actor, target, read('reason')), bans.gone);
      },
    },
  });
}

/** The form of a new ban, and the preview of the servers that the ban would hit. */
function BanForms({
  hits,
}: {
  hits: Awaited<ReturnType<ServerModerationPorts['moderation']['findBanHits']>> | undefined;
}) {
  const { kinds, subject: label, subjectHint: hint } = bans;
  const { kind } = staffFormMessages;
  return (
    <>
      <ActionForms
        actions={[
          {
            name: 'add',
            title: bans.add,
            intro: bans.addIntro,
            submit: bans.addSubmit,
            kind: 'danger',
            reason: 'notified',
            fields: [
              { name: 'kind', label: kind, options: optionsOf(kinds) },
              { ...SUBJECT, label, hint },
              wideField(),
              lastsField(),
            ],
          },
        ]}
      />
      <section class="try-out" aria-labelledby="preview-title">
        <h2 id="preview-title">{bans.preview}</h2>
        <QueryForm
          label={bans.preview}
          submit={bans.preview}
          fields={[
            { name: NEW_KIND, label: kind, options: optionsOf(kinds) },
            { name: NEW_SUBJECT, label, hint, isLiteral: true },
          ]}
        />
        {hits !== undefined && (
          <>
            <p>{hits.sentence}</p>
            <Servers servers={hits.servers} />
          </>
        )}
      </section>
    </>
  );
}

function requireKind(text: string): BanKind {
  const kind = BAN_KINDS.find((each) => each === text);
  if (kind !== undefined) return kind;
  throw new Failure('invalid', bans.noKind);
}

function Subject({ kind, subject }: Ban) {
  if (kind === 'server') return <a href={serverAdminPath(subject)}>{subject}</a>;
  return <bdi>{subject}</bdi>;
}

function Expiry({ ban: { expiresAt }, isExpired }: { ban: Ban; isExpired: boolean }) {
  const end =
    expiresAt !== null && isExpired
      ? bans.expired(`${formats.formatMoment(endMinute(expiresAt))} UTC`)
      : labels.permanent;
  return (
    <Status is={isExpired ? 'neutral' : 'bad'}>
      {expiresAt === null || isExpired ? end : <End at={expiresAt} />}
    </Status>
  );
}

/** The page names at most this many servers beside a word. */
const NAMED = 10;

/** The field of the words to add, in the query and in the form. */
const NEW_WORDS = 'add-word';

export function filterRoutes({ moderation, servers: live }: Omit<ServerModerationPorts, 'audit'>) {
  function findHit(words: readonly FilterWord[]) {
    const findWord = createNameFilter(words);
    return words.length === 0 ? [] : live.overview.findNamed(findWord, { isKeptOut: false });
  }

  return adminPage({
    path: '/admin/filter',
    role: 'moderator',
    section: { group: 'servers', label: () => serverAdminMessages.sections.filter },
    done: serverAdminDone,
    search: ['text', NEW_WORDS],
    about: NEW_WORDS,
    async show({ query, form }, search, isRefused) {
      const isFound = createSearch(search.text);
      // Words from the settings can be changed only there.
      const own = moderation.configuredWords.map((word) => ({ ...word, isOfSettings: true }));
      const added = await moderation.listFilterWords();
      const all = [...own, ...added.map((word) => ({ ...word, isOfSettings: false }))];
      const found = all.filter(({ word }) => isFound(word));
      const { columns, removeSubmit: submit } = filter;
      const { remove: title } = labels;
      const typed = search[NEW_WORDS] || form.field(NEW_WORDS);
      const words = typed === '' ? [] : readWords(typed, isRefused || search[NEW_WORDS] === '');
      // Listed servers contain none of the words.
      const keptOut = live.overview.findNamed(createNameFilter(all), { isKeptOut: true });
      return showList<(typeof all)[number]>({
        ...filter,
        page: pageOf(found, query, FILTER_PATH, search),
        intro: <p>{filter.intro}</p>,
        search: [{ name: 'text', label: labels.word, isLiteral: true }],
        forms: <NewWords words={words} typed={typed} servers={findHit(words)} />,
        columns: [
          [labels.word, ({ word }) => <bdi>{word}</bdi>],
          [
            labels.since,
            ({ isOfSettings, addedAt }) =>
              isOfSettings ? filter.ofSettings : <When at={addedAt} />,
          ],
          [
            columns.servers,
            (word) => {
              // The live servers that this word alone would keep out of the list.
              const isHit = createNameFilter([word]);
              const kept = keptOut.filter(({ name }) => isHit(name) !== undefined);
              return kept.length === 0 ? null : <Servers servers={kept} />;
            },
          ],
          [
            labels.actions,
            ({ isOfSettings, word }) =>
              isOfSettings ? null : (
                <ActionForm
                  name="remove"
                  row={word}
                  title={title}
                  submit={submit}
                  hidden={{ word }}
                />
              ),
          ],
        ],
      });
    },
    actions: {
      add: {
        checks: { word: requireFilterWords },
        about: 'word',
        async run(read, { actor }) {
          const words = requireFilterWords(read('word'));
          let added = 0;
          const [refused] = await moderation.forEach(words, async (each, { word }) => {
            if (await each.addFilterWord(actor, word, read('reason'))) added += 1;
          });
          if (refused !== undefined) throw refused;
          return withQuery(FILTER_PATH, { done: added > 0 ? 'word-added' : 'word-known' });
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

export function tagRoutes({ moderation, servers }: Omit<ServerModerationPorts, 'audit'>) {
  return adminPage({
    path: '/admin/tags',
    role: 'administrator',
    section: { group: 'servers', label: () => serverAdminMessages.sections.tags },
    done: serverAdminDone,
    search: ['text'],
    async show({ query }, search) {
      const isFound = createSearch(search.text);
      const all = await moderation.listTags();
      const counts = new Map<string, number>();
      for (const claim of servers.claims.all.values()) {
        for (const tag of claim.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
      }
      const found = all.filter(({ tag }) => isFound(tag));
      const { columns, hint, removeSubmit: submit } = tags;
      const { tag: label, remove: title } = labels;
      return showList<(typeof all)[number]>({
        ...tags,
        page: pageOf(found, query, TAGS_PATH, search),
        intro: <p>{tags.intro}</p>,
        search: [{ name: 'text', label, isLiteral: true }],
        forms: (
          <ActionForms
            actions={[
              {
                name: 'add',
                title: tags.add,
                submit: tags.addSubmit,
                fields: [{ name: 'tag', label, hint, isLiteral: true, isRequired: true }],
              },
            ]}
          />
        ),
        columns: [
          [label, ({ tag }) => <bdi>{tag}</bdi>],
          [labels.since, ({ addedAt: at }) => (at === 0 ? tags.fromStart : <When at={at} />)],
          [columns.claims, ({ tag }) => counts.get(tag) ?? 0, 'named'],
          [
            labels.actions,
            ({ tag }) => (
              <ActionForm name="remove" row={tag} title={title} submit={submit} hidden={{ tag }} />
            ),
          ],
        ],
      });
    },
    actions: {
      add: {
        checks: { tag: requireTag },
        about: 'tag',
        async run(read, { actor }) {
          const isNew = await moderation.addTag(actor, read('tag'), read('reason'));
          return isNew ? 'tag-added' : 'tag-known';
        },
      },
      remove: {
        async run(read, { actor, form }) {
          const tag = form.field('tag');
          assertDone(await moderation.removeTag(actor, tag, read('reason')), tags.gone);
          return 'tag-removed';
        },
      },
    },
  });
}

/** The typed words; none when the page already shows their faults. */
function readWords(typed: string, isRefused: boolean): FilterWord[] {
  try {
    return requireFilterWords(typed);
  } catch (error) {
    if (isRefused) return [];
    throw error;
  }
}

/** Words to add: the page previews their hits before it saves them. */
function NewWords(properties: {
  words: readonly FilterWord[];
  typed: string;
  servers: readonly { hash: string; name: string }[];
}) {
  const { words, typed, servers: hit } = properties;
  const { add, word: label, wordHint: hint, preview, addSubmit } = filter;
  return (
    <section class="try-out" aria-labelledby="add-title">
      <h2 id="add-title">{add}</h2>
      <QueryForm
        label={add}
        submit={preview}
        fields={[{ name: NEW_WORDS, label, hint, isLiteral: true }]}
      />
      {words.length > 0 && (
        <>
          <p>{filter.hits(hit.length)}</p>
          <Servers servers={hit} />
          <ActionFields
            name="add"
            submit={addSubmit(words.map(({ word }) => word))}
            hidden={{ [NEW_WORDS]: typed }}
          />
        </>
      )}
    </section>
  );
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
