// The port of the store for accounts' own lists.

import type { Favourite } from '../favourites/favourite-ports.ts';

/** Why a server is in an account's own list. The database stores these names. */
export const LIST_KINDS = ['played', 'hidden'] as const;

export type ListKind = (typeof LIST_KINDS)[number];

/** `addedAt` is when the account last joined the server, or when it hid it. */
export type ListedByOwner = Favourite & { kind: ListKind };

/** Stores the servers that accounts joined or hid. Each change is durable when the call returns. */
export interface OwnListStore {
  /** Lists the servers of both kinds, newest first. */
  listServers(accountId: number): Promise<ListedByOwner[]>;
  /** Whether the account keeps a list of servers that it joined, as it does until it chooses otherwise. */
  isPlayedKept(accountId: number): Promise<boolean>;
  /** Saves a join, and removes all but the `most` latest. Does nothing if the account keeps no such list. */
  savePlayed(accountId: number, played: Favourite, most: number): Promise<void>;
  /** Saves the choice. An account that keeps no list loses it. */
  choosePlayed(accountId: number, isKept: boolean): Promise<void>;
  clearPlayed(accountId: number): Promise<void>;
  /** Returns whether the server is hidden now; `false` if the account hides `most` others. */
  hideServer(accountId: number, hidden: Favourite, most: number): Promise<boolean>;
  unhideServer(accountId: number, hash: string): Promise<void>;
}
