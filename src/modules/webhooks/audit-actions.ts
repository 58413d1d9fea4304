// What administrators do to the webhooks of the site, by the names in the audit log.

export const webhooksAuditActions = ['webhook added', 'webhook removed'] as const;

export type WebhooksAuditAction = (typeof webhooksAuditActions)[number];
