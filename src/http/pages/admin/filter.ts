// The words that keep servers out of the public list: searched, added, removed.

import { serverAdminMessages } from '../../../messages/messages.ts';
import {
  createNameFilter,
  parseReason,
  requireFilterWord,
} from '../../../servers/moderation/moderation.ts';
import { FILTER_PATH } from '../../../views/admin/admin-paths.ts';
import { renderFilterPage } from '../../../views/admin/filter-page.tsx';
import { rowActionName } from '../../../views/admin/parts.tsx';
import type { HttpContext } from '../../context.ts';
import { assertDone, pageRoutes } from './admin-page.ts';
import { createSearch, pageOf } from './search.ts';

/** Routes of `/admin/filter/`. */
export function filterRoutes({ moderation }: HttpContext) {
  return pageRoutes({
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
        fields: { word: requireFilterWord, reason: parseReason },
        about: 'word',
        async run(read, { actor }) {
          const isNew = await moderation.addFilterWord(actor, read('word'), read('reason'));
          return isNew ? 'word-added' : 'word-known';
        },
      },
      remove: {
        prefixOf: (read) => rowActionName('remove', read('word')),
        async run(read, { actor, form }) {
          const word = form.field('word');
          const isRemoved = await moderation.removeFilterWord(actor, word, read('reason'));
          assertDone(isRemoved, serverAdminMessages.filter.gone);
          return 'word-removed';
        },
      },
    },
  });
}
