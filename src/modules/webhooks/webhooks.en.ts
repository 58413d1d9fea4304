// Every sentence about webhooks: their forms and the answers of their addresses.

import type { WebhooksAuditAction } from './audit-actions.ts';

export const webhookMessages = {
  title: 'Webhooks',
  site: 'A webhook tells a Discord channel, or a program of yours, what happens to the servers on the list.',
  own: 'A webhook tells a Discord channel, or a program of yours, when your server goes offline, comes back or is refused.',
  add: 'Add a webhook',
  format: 'Send to',
  formats: {
    discord: 'Discord',
    json: 'A program of yours (signed JSON)',
    email: 'My email address (at most 10 a day of each kind)',
  },
  url: 'Address',
  urlHint: (hasEmail: boolean) =>
    `The address starts with https://. In Discord, you find it under channel settings, Integrations, Webhooks, Copy Webhook URL. It is a secret: later, this page shows only its host and its last 4 characters.${hasEmail ? ' For email, leave it empty.' : ''}`,
  events: 'Messages',
  added:
    'The webhook was added, and gets a first message. Reload this page in a moment to see the answer.',
  toEmail: 'Email to you',
  secretTitle: 'Secret of the webhook',
  secret:
    'This secret is shown only now. Your program uses it to check that a message comes from this site, as Standard Webhooks describes.',
  danger:
    'This webhook is switched off: nothing could be delivered for a day, or its receiver answered that it is gone (410). Its waiting messages were deleted. To use it again, add it again.',
  dangerEmail:
    'This webhook is switched off: the person who added it is no longer an administrator.',
  warning: 'The last delivery failed. It is retried for a day.',
  answers: 'Last answers',
  accepted: 'Accepted',
  problems: {
    dns: 'Not sent: the name has no address that webhooks may reach',
    address: 'Not sent: the name has no address that webhooks may reach',
    connection: 'No connection, or its certificate is not valid',
    timeout: 'No answer within 10 seconds',
    redirect: 'Redirected: webhooks follow no redirects',
    refused: 'Not accepted',
  },
  why: {
    fields: 'a field of its heartbeat is wrong',
    contested: 'another program has its port',
    crowded: 'too many servers run at its address',
    full: 'the list is full',
    port_closed: 'its port is not open',
    key: 'its heartbeat URL is not valid',
  },
} as const;

export const webhookFailures = {
  format: 'Choose where to send messages.',
  events: 'Choose at least one event.',
  url: (longest: number) =>
    `Enter an address that starts with https://, without a user name or password, of at most ${longest} characters.`,
  notYours: 'You no longer manage this server.',
  tooMany: (most: number) => `There are already ${most} webhooks. Remove one of them first.`,
};

export const webhooksAuditSentences: Record<WebhooksAuditAction, string> = {
  'webhook added': 'Webhook added',
  'webhook removed': 'Webhook removed',
};
