// The ports of rallies: the store of pledges, and the sender of notifications.

import type { Language } from '../../platform/messages/language.ts';
import type { ReturnAlert } from '../return-alerts/index.ts';

/** A pledge to play if `wanted` players come, oneself included. `metAt` is when the player was told, `null` before. */
export interface Pledge extends ReturnAlert {
  wanted: number;
  madeAt: number;
  metAt: number | null;
}

/** The keys that identify this site to push services. The private key is secret. */
export type PushKeys = Record<'publicKey' | 'privateKey', string>;

export type PushBrowser = Record<'endpoint' | 'browserKey' | 'authSecret', string>;

export type DuePush = PushBrowser & Pledge & { dueAt: number; language: Language };

/** Stores pledges and the players' browsers. Each change is durable when the call returns. */
export interface RallyStore {
  /**
   * Replaces the account's earlier pledge. In the same transaction, it marks every player who is told now and adds an
   * email job for each. A player is told of the same pledge only once.
   */
  addPledge(pledge: Omit<Pledge, 'metAt'>, serverName: string): Promise<void>;
  removePledge(accountId: number, hash: string): Promise<void>;
  /** The pledges that count: not expired, of accounts that are verified and not suspended. */
  listPledges(hash: string, now: number): Promise<Pledge[]>;
  /** Returns the stored keys; stores `fresh` when there are none. */
  keepPushKeys(fresh: PushKeys): Promise<PushKeys>;
  countBrowsers(accountId: number): Promise<number>;
  /** Replaces the account's oldest browser when it has five. Without a browser, removes all of the account's. */
  saveBrowser(accountId: number, browser: PushBrowser | undefined, now: number): Promise<void>;
  /** Takes the due notifications of pledges met within the last hour. Each is due again a minute later. */
  takeDuePushes(now: number): Promise<DuePush[]>;
  /**
   * Notes that the browser was notified; forgets it if it `isGone`. Returns false and does nothing when the
   * notification has another due time by now: for a newer pledge, or because the clock was set.
   */
  settlePush(due: DuePush, isGone: boolean): Promise<boolean>;
}

export interface PushSender {
  makeKeys(): Promise<PushKeys>;
  /** Returns the status of the answer, 0 without one. Throws when nothing can be encrypted for the browser. */
  send(to: PushBrowser, keys: PushKeys, text: string, ttlSeconds: number): Promise<number>;
}
