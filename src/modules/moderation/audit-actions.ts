// The audit log's names for actions of moderators on servers, bans, words, tags, reports and claims.

export const moderationAuditActions = [
  'ban added',
  'ban removed',
  'server banned',
  'server featured',
  'server unfeatured',
  'server unlisted',
  'server relisted',
  'country set',
  'country reset',
  'filter word added',
  'filter word removed',
  'tag added',
  'tag removed',
  'report closed',
  'claim removed',
  'claim texts removed',
] as const;

export type ModerationAuditAction = (typeof moderationAuditActions)[number];
