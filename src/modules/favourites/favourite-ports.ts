// Where the favourites of accounts are kept.

export interface Favourite {
  hash: string;
  addedAt: number;
  /** As it was when the account marked it; empty where that was not known. */
  name: string;
}

/** Stores which servers accounts marked. Each change is durable when the call returns. */
export interface FavouriteStore {
  /** The newest first. */
  listFavourites(accountId: number): Promise<Favourite[]>;
  /** Adds those that are new until the account has `most`. Returns how many are left out. */
  addFavourites(accountId: number, added: readonly Favourite[], most: number): Promise<number>;
  removeFavourite(accountId: number, hash: string): Promise<void>;
}
