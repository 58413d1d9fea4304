// The actions on the page of a server: the fields of each, and what it does.

import type { Actor } from '../../../accounts/audit.ts';
import {
  parseReason,
  requireCountry,
  requireReason,
  requireTarget,
  type ServerModeration,
} from '../../../servers/moderation/moderation.ts';
import type { BanKind } from '../../../servers/moderation/ports.ts';
import type { ServerActionName } from '../../../views/admin/server-actions.tsx';
import type { ReadField, SubmittedAction } from './action-form.ts';

/** What an action is done with. */
interface At {
  moderation: ServerModeration;
  actor: Actor;
  hash: string;
}

type PageAction = Pick<SubmittedAction, 'about'> & {
  /** Its fields, each with its check, which throws a `Failure`. */
  fields: Readonly<Record<string, (typed: string, moderation: ServerModeration) => unknown>>;
  run(at: At, read: ReadField): Promise<unknown>;
};

/** The actions, under the names of their routes and forms. */
export const SERVER_PAGE_ACTIONS: Readonly<Record<ServerActionName, PageAction>> = {
  feature: {
    fields: { reason: parseReason },
    run: ({ moderation, actor, hash }, read) =>
      moderation.featureServer(actor, hash, read('reason')),
  },
  unfeature: {
    fields: { reason: parseReason },
    run: ({ moderation, actor, hash }, read) =>
      moderation.unfeatureServer(actor, hash, read('reason')),
  },
  unlist: {
    fields: { reason: requireReason },
    run: ({ moderation, actor, hash }, read) =>
      moderation.unlistServer(actor, hash, read('reason')),
  },
  relist: {
    fields: { reason: parseReason },
    run: ({ moderation, actor, hash }, read) =>
      moderation.relistServer(actor, hash, read('reason')),
  },
  country: {
    fields: { country: requireCountry, reason: parseReason },
    run: ({ moderation, actor, hash }, read) =>
      moderation.setCountry(actor, hash, read('country'), read('reason')),
  },
  'country-reset': {
    fields: { reason: parseReason },
    run: ({ moderation, actor, hash }, read) =>
      moderation.resetCountry(actor, hash, read('reason')),
  },
  ban: {
    fields: { lasts: parseEnd, reason: requireReason },
    run: ({ hash, ...at }, read) => ban(at, { kind: 'server', subject: hash }, read),
  },
  'ban-address': banTyped('range'),
  'ban-name': banTyped('name'),
  'claim-clear': {
    fields: { reason: requireReason },
    run: ({ moderation, actor, hash }, read) =>
      moderation.clearClaimTexts(actor, hash, read('reason')),
  },
  'claim-remove': {
    fields: { reason: requireReason },
    run: ({ moderation, actor, hash }, read) => moderation.removeClaim(actor, hash, read('reason')),
  },
};

function parseEnd(typed: string, moderation: ServerModeration): number | null {
  return moderation.parseEnd(typed);
}

function banTyped(kind: BanKind): PageAction {
  return {
    fields: {
      subject: (subject) => requireTarget({ kind, subject }),
      lasts: parseEnd,
      reason: requireReason,
    },
    about: 'subject',
    run: (at, read) => ban(at, { kind, subject: read('subject') }, read),
  };
}

function ban(
  { moderation, actor }: Pick<At, 'moderation' | 'actor'>,
  target: { kind: BanKind; subject: string },
  read: ReadField,
) {
  return moderation.addBan(actor, target, { reason: read('reason'), lasts: read('lasts') });
}
