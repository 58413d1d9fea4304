// The actions of administrators on the webhooks of the site, by their names in the audit log.

export const webhooksAuditActions = ['webhook added', 'webhook removed'] as const;

export type WebhooksAuditAction = (typeof webhooksAuditActions)[number];
