// Whose heartbeats are refused: searched, added, taken back.

import { MusterError } from '../../lib/errors.ts';
import { banKey, renderBansPage } from '../../pages/admin/bans-page.tsx';
import type { ActState } from '../../pages/admin/parts.tsx';
import { rowActName } from '../../pages/admin/row-act.tsx';
import { BANS_PATH } from '../../pages/admin/server-paths.ts';
import { EMPTY_FORM } from '../../pages/forms.tsx';
import { serverAdminWords } from '../../pages/words/admin-servers.ts';
import { requireTarget } from '../../servers/moderation/moderation.ts';
import { parseReason, requireReason } from '../../servers/moderation/moderation-input.ts';
import type { BanKind } from '../../servers/moderation/moderation-ports.ts';
import type { HttpContext } from '../context.ts';
import { answerOwnPage } from '../html.ts';
import { seeOther } from '../web/own-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { readAsked } from './asked.ts';
import { createSearch, pageOf } from './paging.ts';
import { type RefusedAct, tryAct } from './try-act.ts';

const { bans: words } = serverAdminWords;
const KINDS: readonly BanKind[] = ['range', 'name', 'server'];

/** Routes of `/admin/bans/`. */
export function banRoutes({ moderation }: HttpContext): AdminRoute[] {
  async function show(
    { frame, query }: AdminRequest,
    refused: ActState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const asked = readAsked(query, ['text', 'kind']);
    const isFound = createSearch(asked.text);
    const all = await moderation.listBans();
    const rows = all
      .toReversed()
      .filter(({ kind }) => asked.kind === '' || kind === asked.kind)
      .filter(({ subject, reason }) => isFound(subject, reason))
      .map((ban) => ({ ...ban, isExpired: moderation.hasExpired(ban) }));
    const page = pageOf(rows, query, BANS_PATH, asked);
    const state = { ...refused, values: { ...asked, ...refused.values } };
    return answerOwnPage(renderBansPage({ frame, page, isAny: all.length > 0, state }), status);
  }

  function answer(asked: AdminRequest, refused: RefusedAct | undefined, done: string) {
    if (refused !== undefined) return show(asked, refused.state, refused.status);
    return seeOther(`${BANS_PATH}?done=${done}`);
  }

  async function add(asked: AdminRequest): Promise<Response> {
    const { actor, form } = asked;
    const kind = () => requireKind(form.field('add-kind'));
    const refused = await tryAct(form, {
      name: 'add',
      fields: {
        kind,
        subject: (subject) => requireTarget({ kind: kind(), subject }),
        lasts: moderation.parseEnd,
        reason: requireReason,
      },
      about: 'subject',
      run: (read) =>
        moderation.addBan(
          actor,
          { kind: kind(), subject: read('subject') },
          { reason: read('reason'), lasts: read('lasts') },
        ),
    });
    return answer(asked, refused, 'ban-added');
  }

  async function remove(asked: AdminRequest): Promise<Response> {
    const { actor, form } = asked;
    const [kind, subject] = [form.field('kind'), form.field('subject')];
    const refused = await tryAct(form, {
      name: rowActName('remove', banKey({ kind, subject })),
      fields: { reason: parseReason },
      async run(read) {
        const target = { kind: requireKind(kind), subject };
        if (await moderation.removeBan(actor, target, read('reason'))) return;
        throw new MusterError('conflict', words.gone);
      },
    });
    return answer(asked, refused, 'ban-removed');
  }

  return [
    { method: 'GET', path: '/admin/bans', role: 'moderator', answer: (asked) => show(asked) },
    { method: 'POST', path: '/admin/bans/add', role: 'moderator', answer: add },
    { method: 'POST', path: '/admin/bans/remove', role: 'moderator', answer: remove },
  ];
}

function requireKind(text: string): BanKind {
  const kind = KINDS.find((each) => each === text);
  if (kind !== undefined) return kind;
  throw new MusterError('invalid', words.noKind);
}
