// Bans: searched, added, removed.

import { Failure } from '../../../lib/failure.ts';
import { serverAdminMessages } from '../../../messages/messages.ts';
import { requireReason, requireTarget } from '../../../servers/moderation/moderation.ts';
import type { BanKind } from '../../../servers/moderation/ports.ts';
import { BANS_PATH } from '../../../views/admin/admin-paths.ts';
import { banKey, renderBansPage } from '../../../views/admin/bans-page.tsx';
import { rowActionName } from '../../../views/admin/parts.tsx';
import type { HttpContext } from '../../context.ts';
import { assertDone, pageRoutes } from './admin-page.ts';
import { createSearch, pageOf } from './search.ts';

const { bans: messages } = serverAdminMessages;
const KINDS: readonly BanKind[] = ['range', 'name', 'server'];

/** Routes of `/admin/bans/`. */
export function banRoutes({ moderation }: HttpContext) {
  return pageRoutes({
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
        fields: {
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
        prefixOf: (read) =>
          rowActionName('remove', banKey({ kind: read('kind'), subject: read('subject') })),
        async run(read, { actor, form }) {
          const target = { kind: requireKind(form.field('kind')), subject: form.field('subject') };
          const isRemoved = await moderation.removeBan(actor, target, read('reason'));
          assertDone(isRemoved, messages.gone);
          return 'ban-removed';
        },
      },
    },
  });
}

function requireKind(text: string): BanKind {
  const kind = KINDS.find((each) => each === text);
  if (kind !== undefined) return kind;
  throw new Failure('invalid', messages.noKind);
}
