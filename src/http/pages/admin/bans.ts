// Bans: searched, added, removed.

import { Failure } from '../../../lib/failure.ts';
import { serverAdminMessages } from '../../../messages/messages.ts';
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
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerAction, type SubmittedAction } from './action-form.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { createSearch, pageOf } from './paging.ts';
import { readQuery } from './query.ts';

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

  const answer = (requested: AdminRequest, submitted: SubmittedAction) =>
    answerAction(requested.form, submitted, (state, status) => show(requested, state, status));

  function add(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    const kind = () => requireKind(form.field('add-kind'));
    return answer(requested, {
      name: 'add',
      fields: {
        kind,
        subject: (subject) => requireTarget({ kind: kind(), subject }),
        lasts: moderation.parseEnd,
        reason: requireReason,
      },
      about: 'subject',
      async run(read) {
        await moderation.addBan(
          actor,
          { kind: kind(), subject: read('subject') },
          { reason: read('reason'), lasts: read('lasts') },
        );
        return `${BANS_PATH}?done=ban-added`;
      },
    });
  }

  function remove(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    const [kind, subject] = [form.field('kind'), form.field('subject')];
    return answer(requested, {
      name: rowActionName('remove', banKey({ kind, subject })),
      fields: { reason: parseReason },
      async run(read) {
        const target = { kind: requireKind(kind), subject };
        const isRemoved = await moderation.removeBan(actor, target, read('reason'));
        if (!isRemoved) throw new Failure('conflict', messages.gone);
        return `${BANS_PATH}?done=ban-removed`;
      },
    });
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
