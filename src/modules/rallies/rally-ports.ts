// What rallies need from outside: where pledges are kept, and what sends notifications.

import type { Language } from '../../platform/messages/language.ts';
import type { ReturnAlert } from '../return-alerts/index.ts';

/** `wanted` have to come, the account itself included; `metAt` is when its owner was told, `null` while they wait. */
export interface Pledge extends ReturnAlert {
  wanted: number;
  madeAt: number;
  metAt: number | null;
}

/** By which services of browsers know this site, and what reaches one browser. All but the public key is secret. */
export type PushKeys = Record<'publicKey' | 'privateKey', string>;

export type PushBrowser = Record<'endpoint' | 'browserKey' | 'authSecret', string>;

export type DuePush = PushBrowser & Pledge & { dueAt: number; language: Language };

/** Stores who would play where if enough come, and their browsers. Each change is durable when the call returns. */
export interface RallyStore {
  /**
   * Takes the place of the account's earlier pledge. Everybody who is told now is marked in the same transaction, and
   * gets an email job; who was told for the same pledge before is not told again.
   */
  addPledge(pledge: Omit<Pledge, 'metAt'>, serverName: string): Promise<void>;
  removePledge(accountId: number, hash: string): Promise<void>;
  /** Those that count: not lapsed, of accounts that are verified and not suspended. */
  listPledges(hash: string, now: number): Promise<Pledge[]>;
  /** Those that are stored already; otherwise these, from then on. */
  keepPushKeys(fresh: PushKeys): Promise<PushKeys>;
  countBrowsers(accountId: number): Promise<number>;
  /** In the place of the account's oldest, where it has five; without a browser all of its own are removed. */
  saveBrowser(accountId: number, browser: PushBrowser | undefined, now: number): Promise<void>;
  /** Who is to be told now of a pledge that was met within the last hour. Each is due again a minute later. */
  takeDuePushes(now: number): Promise<DuePush[]>;
  /**
   * It was told; a browser that `isGone` is forgotten. Returns false, and does neither, where it is due at another time by
   * now, for something newer or since the clock was set.
   */
  settlePush(due: DuePush, isGone: boolean): Promise<boolean>;
}

export interface PushSender {
  makeKeys(): Promise<PushKeys>;
  /** Returns the status of the answer, 0 without one. Throws where nothing can be encrypted for the browser. */
  send(to: PushBrowser, keys: PushKeys, text: string, ttlSeconds: number): Promise<number>;
}
