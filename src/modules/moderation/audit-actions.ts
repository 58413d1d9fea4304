// The audit log's names for actions of moderators on servers, bans, words, tags, reports and claims.

import { SERVER_ACTION_NAMES, serverAction } from './server-actions.ts';

export const moderationAuditActions = [
  'ban added',
  'ban removed',
  'server banned',
  ...SERVER_ACTION_NAMES.map((name) => serverAction(name).audit),
  'filter word added',
  'filter word removed',
  'tag added',
  'tag removed',
  'report closed',
] as const;

export type ModerationAuditAction = (typeof moderationAuditActions)[number];
