// Webhooks: what they are told, where they are stored, and what carries an event to its address.

import type { Language } from '../../platform/messages/language.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { ServerEvent } from './webhook-events.ts';

/** Emails go to who set it. */
export const WEBHOOK_FORMATS = ['discord', 'json', 'email'] as const;

export interface WebhookAnswer {
  at: number;
  event: ServerEvent['type'];
  /** Of the answer; 0 where there was none. */
  status: number;
  problem?: 'dns' | 'address' | 'connection' | 'timeout' | 'redirect' | 'refused';
}

export interface NewWebhook {
  /** Of the claimed server; `null` for the site. */
  hash: string | null;
  /** Who set it; `null` once that account is deleted. */
  accountId: number | null;
  format: (typeof WEBHOOK_FORMATS)[number];
  /** Its address, a secret: Discord's has a token. JSON is signed with the other one. Empty where there is none. */
  urlSecret: string;
  signSecret: string;
  events: readonly ServerEvent['type'][];
  /** In which Discord's messages are written. */
  language: Language;
}

export interface Webhook extends NewWebhook {
  id: number;
  /** That failed since the last one that did not. */
  attempts: number;
  disabledAt: number | null;
  /** The last ten of each type of event, newest first. */
  answers: readonly WebhookAnswer[];
}

/** `name` and `isListed` are given of a server that is here; of others those that are stored count. */
export interface StateChange extends Pick<ServerEvent, 'hash' | 'reason'> {
  state: 'here' | 'went' | 'refused' | 'banned';
  name?: string;
  isListed?: boolean;
}

/** The `id` of an event is the same at every attempt. */
export interface DueEvent {
  webhook: Webhook;
  id: number;
  event: ServerEvent;
}

/** Stores webhooks, what waits for them, and the states of servers from which their events follow. An entry is logged. */
export interface WebhookStore {
  /** Oldest first. */
  listWebhooks(hash: string | null): Promise<Webhook[]>;
  /** Adds it with its first event. Returns false, and adds none, when there are `most`. */
  addWebhook(
    webhook: NewWebhook,
    first: ServerEvent,
    most: number,
    entry?: AuditEntry,
  ): Promise<boolean>;
  removeWebhook(id: number, hash: string | null, entry?: AuditEntry): Promise<void>;
  /** The servers that are here, as of the last call of `noteStates`. */
  listHere(): Promise<{ hash: string; isListed: boolean }[]>;
  /** Adds the event of each change. What is noted already adds none, nor what never was here, or is forgotten. */
  noteStates(changes: readonly StateChange[], now: number, mostAway?: number): Promise<void>;
  /**
   * An event of each webhook that may be tried now: reports and bans first, then the oldest. Webhooks of the site come
   * first, those that fail last.
   */
  listDueEvents(now: number, most: number): Promise<DueEvent[]>;
  /**
   * Notes an answer; without failed attempts the event is done. No event is tried for `waitMs`; without that the webhook
   * is switched off, what waits for it removed, and who set it gets an email.
   */
  noteAnswer(
    due: DueEvent,
    answer: WebhookAnswer,
    next: { attempts: number; waitMs: number | undefined },
  ): Promise<void>;
}
