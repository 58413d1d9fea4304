// The public face of webhooks: who may add which, and how events are written, signed and sent.

import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { createDeliveries, type Lane } from '../../platform/lib/deliveries.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { alwaysLeading, type Leadership } from '../../platform/lib/leadership.ts';
import type { PostWebhook } from '../../platform/lib/outgoing-request.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { currentLanguage, inLanguage } from '../../platform/messages/language.ts';
import { serverFailures } from '../../platform/messages/messages.ts';
import type { Registry } from '../registry/index.ts';
import type { WebhooksAuditAction } from './audit-actions.ts';
import type { Report } from './events.ts';
import { webhookFailures } from './messages.ts';
import { describeEvent, listEvents } from './webhook-events.ts';
import { ANSWERS_SHOWN, CHANGE_BUDGET, MAX_OF_SERVER, MAX_OF_SITE } from './webhook-limits.ts';
import { type DueEvent, WEBHOOK_FORMATS, type WebhookStore } from './webhook-ports.ts';
import { findNextAttempt } from './webhook-retries.ts';

/** A receiver that took longer than this last time gets few places. */
const SLOW_MS = 2_000;
/** Maximum number of concurrent deliveries: for the site, all owners, one owner, and slow receivers of either. */
const PLACES = { site: 6, owners: 8, owner: 2, slow: 3 };
const MAX_LISTED = 200;
const MAX_URL_LENGTH = 500;

/** Who changes which webhooks: an administrator those of the site (`hash` is null), or an owner those of a server. */
export interface Acting {
  actor: { id: number; name: string };
  hash: string | null;
}

export interface WebhookPorts {
  store: WebhookStore;
  post: PostWebhook;
  /** The base URL of links. */
  baseUrl: string;
  /** Whether addresses may be reached without TLS. The final decision is made when sending. */
  mayBeHttp(): boolean;
}

type PostOutcome = Awaited<ReturnType<PostWebhook>>;

type SendingPorts = Omit<WebhookPorts, 'mayBeHttp'> & {
  clock: Clock;
  report: Report;
  leadership?: Pick<Leadership, 'term' | 'confirm'>;
};

export function createWebhooks(
  ports: WebhookPorts & SendingPorts & { registry: Pick<Registry, 'findLive'> },
) {
  const { store, clock, registry } = ports;
  const failures = webhookFailures;
  const budget = createTokenBuckets(clock, CHANGE_BUDGET);

  /** The audit entry of an administrator's action. It contains only the host of the address. */
  function entryOf(by: Acting, action: WebhooksAuditAction, url = '') {
    const { id, name } = by.actor;
    const actor = { kind: 'account', id, name } as const;
    const subject = URL.parse(url)?.host ?? '';
    const entry = { at: clock.now(), actor, action, subject, reason: '', detail: '' };
    return by.hash === null ? entry : undefined;
  }

  return {
    ...createSending(ports),
    /** Returns the signing secret, which no other call returns. Throws `invalid`, `conflict`, `forbidden` and `rate_limited`. */
    async add(by: Acting, typed: { format: string; url: string; events: readonly string[] }) {
      const { hash, actor } = by;
      const read = readWebhook(hash, typed, ports.mayBeHttp());
      requireToken(budget, `${actor.id}`, serverFailures.nextChange);
      const webhook = {
        ...read,
        hash,
        accountId: actor.id,
        language: currentLanguage(),
        signSecret: read.format === 'json' ? `whsec_${randomBytes(32).toString('base64')}` : '',
      };
      const { name = '' } = (hash !== null && registry.findLive(hash)?.listing) || {};
      const about = { at: clock.now(), hash: hash ?? '', name, reason: '' };
      const most = hash === null ? MAX_OF_SITE : MAX_OF_SERVER;
      const entry = entryOf(by, 'webhook added', webhook.urlSecret);
      const outcome = await store.addWebhook(webhook, { type: 'added', ...about }, most, entry);
      if (outcome === 'full') throw new Failure('conflict', failures.tooMany(most));
      if (outcome === 'not yours') throw new Failure('forbidden', failures.notYours);
      return webhook.signSecret;
    },
    /** Does nothing if the webhook is gone. */
    async remove(by: Acting, id: number): Promise<void> {
      const found = (await store.listWebhooks(by.hash)).find((webhook) => webhook.id === id);
      await store.removeWebhook(id, by.hash, entryOf(by, 'webhook removed', found?.urlSecret));
    },
    /** How many webhooks of the site were turned off after too many failures. */
    async countDisabled(): Promise<number> {
      return (await store.listWebhooks(null)).filter(({ disabledAt }) => disabledAt !== null)
        .length;
    },
    /** Lists the oldest first, without secrets: only the host and the last characters of each address. */
    async list(hash: string | null) {
      const all = await store.listWebhooks(hash);
      return all.map(({ signSecret: _, urlSecret: url, ...webhook }) => {
        const answers = webhook.answers.slice(0, ANSWERS_SHOWN);
        return { ...webhook, answers, target: url && `${URL.parse(url)?.host}, …${url.slice(-4)}` };
      });
    },
  };
}

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Sends the events that are due, and saves what the receivers answered. */
function createSending(ports: SendingPorts) {
  const { store, post, baseUrl, clock, report, leadership = alwaysLeading } = ports;

  /** Answers by webhook that could not be saved yet, such as on a full disk. */
  const unsaved = new Map<number, { id: number; result: PostOutcome }>();

  /** The webhooks whose receivers were slow last time. */
  const slow = new Set<number>();

  async function deliver(due: DueEvent): Promise<PostOutcome> {
    const begunAt = clock.now();
    const outcome = await post({
      url: due.webhook.urlSecret,
      ...writeRequest(due, baseUrl, begunAt),
    });
    if (clock.now() - begunAt > SLOW_MS) slow.add(due.webhook.id);
    else slow.delete(due.webhook.id);
    return outcome;
  }

  async function attempt(due: DueEvent): Promise<void> {
    const { event, webhook, id } = due;
    // If this replica no longer leads, the new leader sends the event.
    if (!(await leadership.confirm())) return;
    const known = unsaved.get(webhook.id);
    const isKnown = known?.id === id;
    const outcome = isKnown ? known.result : await deliver(due);
    unsaved.set(webhook.id, { id, result: outcome });
    const { retryAfterMs = 0, ...result } = outcome;
    const next = findNextAttempt(webhook.attempts, result, retryAfterMs);
    const answer = { at: clock.now(), event: event.type, ...result };
    await store.noteAnswer(due, answer, next);
    unsaved.delete(webhook.id);
    if (next.waitMs === undefined) report('webhook_off', { webhook: webhook.id, ...result });
  }

  return createDeliveries({
    clock,
    leadership,
    lanesOf: (due) => lanesOf(due, slow),
    mostListed: MAX_LISTED,
    attempt,
    listDue: store.listDueEvents,
    keyOf: ({ webhook }: DueEvent) => webhook.id,
    failed: (error) => report('task_failed', { task: 'send webhooks', error }),
  });
}

/** The request that tells a receiver of an event. */
function writeRequest(
  { webhook, event, id }: DueEvent,
  baseUrl: string,
  now: number,
): Omit<Parameters<PostWebhook>[0], 'url'> {
  const { type, at, hash, name: colouredName, reason } = event;
  const name = stripColourCodes(colouredName);
  const headers = { 'content-type': 'application/json', 'user-agent': 'Muster-Webhook' };
  const url = hash === '' ? `${baseUrl}/` : `${baseUrl}/server/play/${hash}/`;
  if (webhook.format === 'discord') {
    const text = inLanguage(webhook.language, () => describeEvent(event, escapeMarkdown));
    // Names must not mention anybody, and Discord must not show a preview below the message.
    const message = { content: `${text}\n<${url}>`, allowed_mentions: { parse: [] } };
    return { headers, body: JSON.stringify(message) };
  }
  const timestamp = new Date(at).toISOString();
  const data = { hash, name, colouredName, url, ...(reason !== '' && { reason }) };
  const body = JSON.stringify({ type: `server.${type}`, timestamp, data });
  const signature = sign(webhook.signSecret, `evt_${id}_${at}`, now, body);
  return { headers: { ...headers, ...signature }, body };
}

/** The headers of Standard Webhooks. */
function sign(secret: string, id: string, now: number, body: string): Record<string, string> {
  const seconds = `${Math.floor(now / 1_000)}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  const own = { 'webhook-id': id, 'webhook-timestamp': seconds };
  return { ...own, 'webhook-signature': `v1,${signature}` };
}

/** Parses the address. Whether it may be reached is decided when sending. */
function requireUrl(typed: string, mayBeHttp: boolean): string {
  const url = typed.length > MAX_URL_LENGTH ? null : URL.parse(typed.trim());
  const isWeb = url?.protocol === 'https:' || (mayBeHttp && url?.protocol === 'http:');
  if (url !== null && isWeb && url.username === '' && url.password === '') return url.href;
  throw new Failure('invalid', webhookFailures.url(MAX_URL_LENGTH), { field: 'url' });
}

/** Escapes Markdown, since Discord also reads addresses, invites and mentions: a name is shown literally. */
const escapeMarkdown = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** What was typed of a webhook. Throws `invalid` at the field that is wrong. */
function readWebhook(
  hash: string | null,
  typed: { format: string; url: string; events: readonly string[] },
  mayBeHttp: boolean,
) {
  const format = WEBHOOK_FORMATS.find((one) => one === typed.format);
  if (format === undefined) {
    throw new Failure('invalid', webhookFailures.format, { field: 'format' });
  }
  const events = listEvents(hash).filter((event) => typed.events.includes(event));
  if (events.length === 0) {
    throw new Failure('invalid', webhookFailures.events, { field: 'events' });
  }
  const urlSecret = format === 'email' ? '' : requireUrl(typed.url, mayBeHttp);
  return { format, events, urlSecret };
}

/** `slow` are the webhooks whose receivers took long last time. */
function lanesOf(
  { webhook: { id, hash, accountId } }: DueEvent,
  slow: ReadonlySet<number>,
): Lane[] {
  const whose = hash === null ? 'site' : 'owners';
  const lanes: Lane[] = [[whose, PLACES[whose]]];
  if (hash !== null) lanes.push([`owner ${accountId ?? hash}`, PLACES.owner]);
  if (slow.has(id)) lanes.push([`slow ${whose}`, PLACES.slow]);
  return lanes;
}
