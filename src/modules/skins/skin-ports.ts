// The port of the store for skins. Times are milliseconds since the Unix epoch.

import type { AuditEntry } from '../audit/index.ts';
import type { SkinShape } from './skin.ts';

/** The facts about an account's skin, without the picture. */
export interface StoredSkin {
  accountId: number;
  /** Names the picture; `null` when the account has none. */
  digest: string | null;
  shape: SkinShape | null;
  changedAt: number;
  forbiddenAt: number | null;
  /** Why a moderator removed the last skin; empty for no reason to show. */
  note: string;
}

export interface NewSkin extends Pick<StoredSkin, 'accountId' | 'changedAt'> {
  png: Uint8Array<ArrayBuffer>;
  digest: string;
  shape: SkinShape;
}

export interface SkinReport {
  accountId: number;
  playerId: number;
  text: string;
  createdAt: number;
}

/** A skin as moderators see it. */
export interface ListedSkin extends StoredSkin {
  name: string;
  reports: readonly { by: string; text: string }[];
}

export const SKIN_STATES = ['reported', 'shown', 'forbidden'] as const;
export type SkinState = (typeof SKIN_STATES)[number];

/** Stores skins. Each change is durable when the call returns; those of moderators write their audit entry with it. */
export interface SkinStore {
  findSkin(accountId: number): Promise<StoredSkin | undefined>;
  /** The PNG, if the account's skin still has this digest. */
  findPicture(accountId: number, digest: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Returns false, and stores nothing, when a moderator forbade the account to have one, or the account is gone. */
  saveSkin(skin: NewSkin): Promise<boolean>;
  removeSkin(accountId: number, at: number): Promise<void>;
  /** Returns false when the account has an open report about the player, or the player has no skin. */
  addReport(report: SkinReport): Promise<boolean>;
  /** The latest change first. `before` is the account of the last one of the previous page. */
  listSkins(page: {
    state: SkinState;
    before?: number | undefined;
    limit: number;
  }): Promise<ListedSkin[]>;
  countReportedSkins(): Promise<number>;
  /** Removes the picture and the reports about it. With `forbids`, the account can upload no other. */
  clearSkin(accountId: number, forbids: boolean, entry: AuditEntry): Promise<boolean>;
  allowSkins(accountId: number, entry: AuditEntry): Promise<boolean>;
  closeSkinReports(accountId: number, entry: AuditEntry): Promise<boolean>;
}
