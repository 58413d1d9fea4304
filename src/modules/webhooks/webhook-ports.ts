// Webhooks: their events, where they are stored, and how an event reaches its address.

import type { PostProblem } from '../../platform/lib/outgoing-request.ts';
import type { Language } from '../../platform/messages/language.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { ServerEvent } from './webhook-events.ts';

/** Emails go to the account that added the webhook. */
export const WEBHOOK_FORMATS = ['discord', 'json', 'email'] as const;

export interface WebhookAnswer {
  at: number;
  event: ServerEvent['type'];
  /** Status of the answer; 0 if there was none. */
  status: number;
  problem?: PostProblem;
}

export interface NewWebhook {
  /** Hash of the claimed server; `null` for the site. */
  hash: string | null;
  /** The account that added the webhook; `null` once it is deleted. */
  accountId: number | null;
  format: (typeof WEBHOOK_FORMATS)[number];
  /** The secret address, since Discord's has a token. `signSecret` signs JSON. A secret that is not needed is empty. */
  urlSecret: string;
  signSecret: string;
  events: readonly ServerEvent['type'][];
  /** The language of Discord messages. */
  language: Language;
}

export interface Webhook extends NewWebhook {
  id: number;
  /** Consecutive failures. */
  attempts: number;
  disabledAt: number | null;
  /** The last ten answers to each type of event, newest first. */
  answers: readonly WebhookAnswer[];
}

/** `name` and `isListed` are given for a server that is present; otherwise the stored values apply. */
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

/** Stores webhooks, their waiting events, and the states of servers. Each change also writes its audit entry. */
export interface WebhookStore {
  /** Returns the oldest first. */
  listWebhooks(hash: string | null): Promise<Webhook[]>;
  /**
   * Adds a webhook with its first event. Adds none if there are already `most`, or if the account neither owns nor edits
   * the server.
   */
  addWebhook(
    webhook: NewWebhook,
    first: ServerEvent,
    most: number,
    entry?: AuditEntry,
  ): Promise<'added' | 'full' | 'not yours'>;
  removeWebhook(id: number, hash: string | null, entry?: AuditEntry): Promise<void>;
  /** The servers that were present at the last call of `noteStates`. */
  listHere(): Promise<{ hash: string; isListed: boolean }[]>;
  /** Adds an event per change. Stored states, and servers that were never present or are forgotten, add none. */
  noteStates(changes: readonly StateChange[], now: number, mostAway?: number): Promise<void>;
  /**
   * One event for each webhook that may be tried now: reports and bans first, then the oldest. Webhooks of the site
   * come first, failing ones last.
   */
  listDueEvents(now: number, most: number): Promise<DueEvent[]>;
  /**
   * Stores an answer. Without failed attempts the event is done. The webhook pauses for `waitMs`; without `waitMs` it
   * is switched off, its waiting events are removed, and the account that added it gets an email.
   */
  noteAnswer(
    due: DueEvent,
    answer: WebhookAnswer,
    next: { attempts: number; waitMs: number | undefined },
  ): Promise<void>;
}
