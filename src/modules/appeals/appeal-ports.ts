// The port of the store for appeals. Times are milliseconds since the Unix epoch.

import type { NewEmailJob } from '../../platform/messages/email-kind.ts';
import type { AuditEntry } from '../audit/index.ts';

export interface NewAppeal {
  accountId: number;
  /** When the suspension began. The time distinguishes it from the account's other suspensions. */
  suspendedAt: number;
  text: string;
  createdAt: number;
}

export interface Appeal extends NewAppeal {
  id: number;
  status: 'open' | 'accepted' | 'declined';
  /** The answer of the moderators; empty without one. */
  answer: string;
  decidedAt: number | null;
}

/** An appeal as staff see it. */
export interface ListedAppeal extends Appeal {
  accountName: string;
  /** The reason of the account's present suspension. */
  suspensionReason: string;
}

export const APPEAL_STATES = ['open', 'decided'] as const;
export type AppealState = (typeof APPEAL_STATES)[number];

/**
 * Stores appeals. An appeal is open until it is declined or its suspension ends. An accepted one is still open if its
 * suspension could not be lifted.
 */
export interface AppealStore {
  findAppeal(accountId: number, suspendedAt: number): Promise<Appeal | undefined>;
  findAppealById(id: number): Promise<Appeal | undefined>;
  /** Returns false, and stores nothing, if the suspension has an appeal or has ended by `createdAt`. */
  addAppeal(appeal: NewAppeal): Promise<boolean>;
  /** Lists the newest first. */
  listAppeals(page: {
    state: AppealState;
    now: number;
    beforeId?: number | undefined;
    limit: number;
  }): Promise<ListedAppeal[]>;
  countOpenAppeals(now: number): Promise<number>;
  /** Returns false for an appeal that is not open, and for declining one that was accepted. */
  decideAppeal(
    id: number,
    status: 'accepted' | 'declined',
    entry: AuditEntry,
    emailJobs: readonly NewEmailJob[],
  ): Promise<boolean>;
}
