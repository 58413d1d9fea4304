// The words that keep servers out of the public list: searched, added, removed.

import { Failure } from '../../../lib/failure.ts';
import { serverAdminMessages } from '../../../messages/messages.ts';
import type { ListedServer } from '../../../servers/moderation/moderation.ts';
import {
  createNameFilter,
  parseReason,
  requireFilterWord,
} from '../../../servers/moderation/moderation.ts';
import { renderFilterPage, type WordRow } from '../../../views/admin/filter-page.tsx';
import type { ActionState } from '../../../views/admin/parts.tsx';
import { rowActionName } from '../../../views/admin/row-action.tsx';
import { FILTER_PATH } from '../../../views/admin/server-paths.ts';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerAction, type SubmittedAction } from './action-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { createSearch, pageOf } from './paging.ts';
import { readQuery } from './query.ts';

/** Routes of `/admin/filter/`. */
export function filterRoutes({ moderation }: HttpContext): AdminRoute[] {
  async function show(
    { frame, query }: AdminRequest,
    refused: ActionState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const requested = readQuery(query, ['text']);
    const isFound = createSearch(requested.text);
    const own = moderation.configuredWords.map((word) => ({ ...word, isOfSettings: true }));
    const added = await moderation.listFilterWords();
    const all = [...own, ...added.map((word) => ({ ...word, isOfSettings: false }))];
    const found = all.filter(({ word }) => isFound(word));
    const { rows, ...page } = pageOf(found, query, FILTER_PATH, requested);
    const shown = findKept(rows, await moderation.listServers());
    const state = { ...refused, values: { ...requested, ...refused.values } };
    const html = renderFilterPage({
      ...{ frame, page: { ...page, rows: shown }, isAny: all.length > 0, state },
    });
    return answerSitePage(html, status);
  }

  async function add(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    const submitted: SubmittedAction = {
      name: 'add',
      fields: { word: requireFilterWord, reason: parseReason },
      about: 'word',
      async run(read) {
        const isNew = await moderation.addFilterWord(actor, read('word'), read('reason'));
        return `${FILTER_PATH}?done=${isNew ? 'word-added' : 'word-known'}`;
      },
    };
    return answerAction(form, submitted, (state, status) => show(requested, state, status));
  }

  async function remove(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    const word = form.field('word');
    const submitted: SubmittedAction = {
      name: rowActionName('remove', word),
      fields: { reason: parseReason },
      async run(read) {
        const isRemoved = await moderation.removeFilterWord(actor, word, read('reason'));
        if (!isRemoved) throw new Failure('conflict', serverAdminMessages.filter.gone);
        return `${FILTER_PATH}?done=word-removed`;
      },
    };
    return answerAction(form, submitted, (state, status) => show(requested, state, status));
  }

  return [
    {
      method: 'GET',
      path: '/admin/filter',
      role: 'moderator',
      answer: (requested) => show(requested),
    },
    { method: 'POST', path: '/admin/filter/add', role: 'moderator', answer: add },
    { method: 'POST', path: '/admin/filter/remove', role: 'moderator', answer: remove },
  ];
}

/** Each word with the live servers that it alone would keep out of the list. */
function findKept(
  words: readonly Omit<WordRow, 'servers'>[],
  servers: readonly ListedServer[],
): WordRow[] {
  return words.map((word) => {
    const isHit = createNameFilter([word]);
    return { ...word, servers: servers.filter(({ name }) => isHit(name) !== undefined) };
  });
}
