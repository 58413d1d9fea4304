// Whose heartbeats are refused: searched, added, taken back.

import { Failure } from '../../../lib/failure.ts';
import {
  parseReason,
  requireReason,
  requireTarget,
} from '../../../servers/moderation/moderation.ts';
import type { BanKind } from '../../../servers/moderation/ports.ts';
import { banKey, renderBansPage } from '../../../views/admin/bans-page.tsx';
import type { ActionState } from '../../../views/admin/parts.tsx';
import { rowActionName } from '../../../views/admin/row-action.tsx';
import { BANS_PATH } from '../../../views/admin/server-paths.ts';
import { EMPTY_FORM } from '../../../views/forms.tsx';
import { serverAdminMessages } from '../../../views/messages/admin-servers.ts';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { seeOther } from '../public/page-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { createSearch, pageOf } from './paging.ts';
import { readQuery } from './query.ts';
import { type RefusedAction, tryAction } from './try-action.ts';

const { bans: messages } = serverAdminMessages;
const KINDS: readonly BanKind[] = ['range', 'name', 'server'];

/** Routes of `/admin/bans/`. */
export function banRoutes({ moderation }: HttpContext): AdminRoute[] {
  async function show(
    { frame, query }: AdminRequest,
    refused: ActionState = EMPTY_FORM,
    status = 200,
  ): Promise<Response> {
    const requested = readQuery(query, ['text', 'kind']);
    const isFound = createSearch(requested.text);
    const all = await moderation.listBans();
    const rows = all
      .toReversed()
      .filter(({ kind }) => requested.kind === '' || kind === requested.kind)
      .filter(({ subject, reason }) => isFound(subject, reason))
      .map((ban) => ({ ...ban, isExpired: moderation.hasExpired(ban) }));
    const page = pageOf(rows, query, BANS_PATH, requested);
    const state = { ...refused, values: { ...requested, ...refused.values } };
    return answerSitePage(renderBansPage({ frame, page, isAny: all.length > 0, state }), status);
  }

  function answer(requested: AdminRequest, refused: RefusedAction | undefined, done: string) {
    if (refused !== undefined) return show(requested, refused.state, refused.status);
    return seeOther(`${BANS_PATH}?done=${done}`);
  }

  async function add(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    const kind = () => requireKind(form.field('add-kind'));
    const refused = await tryAction(form, {
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
    return answer(requested, refused, 'ban-added');
  }

  async function remove(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    const [kind, subject] = [form.field('kind'), form.field('subject')];
    const refused = await tryAction(form, {
      name: rowActionName('remove', banKey({ kind, subject })),
      fields: { reason: parseReason },
      async run(read) {
        const target = { kind: requireKind(kind), subject };
        if (await moderation.removeBan(actor, target, read('reason'))) return;
        throw new Failure('conflict', messages.gone);
      },
    });
    return answer(requested, refused, 'ban-removed');
  }

  return [
    {
      method: 'GET',
      path: '/admin/bans',
      role: 'moderator',
      answer: (requested) => show(requested),
    },
    { method: 'POST', path: '/admin/bans/add', role: 'moderator', answer: add },
    { method: 'POST', path: '/admin/bans/remove', role: 'moderator', answer: remove },
  ];
}

function requireKind(text: string): BanKind {
  const kind = KINDS.find((each) => each === text);
  if (kind !== undefined) return kind;
  throw new Failure('invalid', messages.noKind);
}
