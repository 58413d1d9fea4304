// Bans, and the words that keep servers out of the public list: searched, added, removed.

import { Failure } from '../../../lib/failure.ts';
import { serverAdminMessages } from '../../../messages/messages.ts';
import {
  createNameFilter,
  parseReason,
  requireFilterWord,
  requireReason,
  requireTarget,
} from '../../../servers/moderation/moderation.ts';
import type { BanKind } from '../../../servers/moderation/ports.ts';
import { BANS_PATH, FILTER_PATH } from '../../../views/admin/admin-paths.ts';
import { renderBansPage, renderFilterPage } from '../../../views/admin/bans-page.tsx';
import type { HttpContext } from '../../context.ts';
import { adminPage, assertDone, createSearch, pageOf } from './admin-page.ts';

const { bans, filter } = serverAdminMessages;
const KINDS: readonly BanKind[] = ['range', 'name', 'server'];

export function banRoutes({ moderation }: HttpContext) {
  return adminPage({
    path: '/admin/bans',
    role: 'moderator',
    search: ['text', 'kind'],
    async show({ frame, query }, state, search) {
      const isFound = createSearch(search.text);
      const all = await moderation.listBans();
      const rows = all
        .toReversed()
        .filter(({ kind }) => search.kind === '' || kind === search.kind)
        .filter(({ subject, reason }) => isFound(subject, reason))
        .map((ban) => ({ ...ban, isExpired: moderation.hasExpired(ban) }));
      const page = pageOf(rows, query, BANS_PATH, search);
      return renderBansPage({ frame, page, isAny: all.length > 0, state });
    },
    actions: {
      add: {
        checks: {
          kind: requireKind,
          subject: (subject, read) => requireTarget({ kind: requireKind(read('kind')), subject }),
          lasts: moderation.parseEnd,
          reason: requireReason,
        },
        about: 'subject',
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

export function filterRoutes({ moderation }: HttpContext) {
  return adminPage({
    path: '/admin/filter',
    role: 'moderator',
    search: ['text'],
    async show({ frame, query }, state, search) {
      const isFound = createSearch(search.text);
      const own = moderation.configuredWords.map((word) => ({ ...word, isOfSettings: true }));
      const added = await moderation.listFilterWords();
      const all = [...own, ...added.map((word) => ({ ...word, isOfSettings: false }))];
      const found = all.filter(({ word }) => isFound(word));
      const page = pageOf(found, query, FILTER_PATH, search);
      const listed = await moderation.listServers();
      // Each word with the live servers that it alone would keep out of the list.
      const rows = page.rows.map((word) => {
        const isHit = createNameFilter([word]);
        return { ...word, servers: listed.filter(({ name }) => isHit(name) !== undefined) };
      });
      return renderFilterPage({ frame, page: { ...page, rows }, isAny: all.length > 0, state });
    },
    actions: {
      add: {
        checks: { word: requireFilterWord, reason: parseReason },
        about: 'word',
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
