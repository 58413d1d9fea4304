// The words that keep servers out of the public list: searched, added, removed.

import { MusterError } from '../../lib/errors.ts';
import { renderFilterPage, type WordRow } from '../../pages/admin/filter-page.tsx';
import type { ActState } from '../../pages/admin/parts.tsx';
import { rowActName } from '../../pages/admin/row-act.tsx';
import { FILTER_PATH } from '../../pages/admin/server-paths.ts';
import { EMPTY_FORM } from '../../pages/forms.tsx';
import { serverAdminWords } from '../../pages/words/admin-servers.ts';
import type { ListedServer } from '../../servers/moderation/moderation.ts';
import { parseReason } from '../../servers/moderation/moderation-input.ts';
import { createNameFilter, requireFilterWord } from '../../servers/moderation/name-filter.ts';
import type { HttpContext } from '../context.ts';
import { answerOwnPage } from '../html.ts';
import { seeOther } from '../web/own-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { readAsked } from './asked.ts';
import { createSearch, pageOf } from './paging.ts';
import { tryAct } from './try-act.ts';

/** Routes of `/admin/filter/`. */
export function filterRoutes({ moderation }: HttpContext): AdminRoute[] {
  async function show(
    { frame, query }: AdminRequest,
    refused: ActState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const asked = readAsked(query, ['text']);
    const isFound = createSearch(asked.text);
    const own = moderation.settingsWords.map((word) => ({ ...word, isOfSettings: true }));
    const added = await moderation.listFilterWords();
    const all = [...own, ...added.map((word) => ({ ...word, isOfSettings: false }))];
    const found = all.filter(({ word }) => isFound(word));
    const { rows, ...page } = pageOf(found, query, FILTER_PATH, asked);
    const shown = findKept(rows, await moderation.listServers());
    const state = { ...refused, values: { ...asked, ...refused.values } };
    const html = renderFilterPage({
      ...{ frame, page: { ...page, rows: shown }, isAny: all.length > 0, state },
    });
    return answerOwnPage(html, status);
  }

  async function add(asked: AdminRequest): Promise<Response> {
    const { actor, form } = asked;
    let isNew = true;
    const refused = await tryAct(form, {
      name: 'add',
      fields: { word: requireFilterWord, reason: parseReason },
      about: 'word',
      async run(read) {
        isNew = await moderation.addFilterWord(actor, read('word'), read('reason'));
      },
    });
    if (refused !== undefined) return show(asked, refused.state, refused.status);
    return seeOther(`${FILTER_PATH}?done=${isNew ? 'word-added' : 'word-known'}`);
  }

  async function remove(asked: AdminRequest): Promise<Response> {
    const { actor, form } = asked;
    const word = form.field('word');
    const refused = await tryAct(form, {
      name: rowActName('remove', word),
      fields: { reason: parseReason },
      async run(read) {
        if (await moderation.removeFilterWord(actor, word, read('reason'))) return;
        throw new MusterError('conflict', serverAdminWords.filter.gone);
      },
    });
    if (refused !== undefined) return show(asked, refused.state, refused.status);
    return seeOther(`${FILTER_PATH}?done=word-removed`);
  }

  return [
    { method: 'GET', path: '/admin/filter', role: 'moderator', answer: (asked) => show(asked) },
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
