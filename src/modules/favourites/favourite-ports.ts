// The port of the store for accounts' favourites.

export interface Favourite {
  hash: string;
  addedAt: number;
  /** The name when the account marked the server; empty if unknown. */
  name: string;
}

/** Stores the servers that accounts marked. Each change is durable when the call returns. */
export interface FavouriteStore {
  /** Lists the favourites, newest first. */
  listFavourites(accountId: number): Promise<Favourite[]>;
  /** Adds new favourites until the account has `most`. Returns the number that was left out. */
  addFavourites(accountId: number, added: readonly Favourite[], most: number): Promise<number>;
  removeFavourite(accountId: number, hash: string): Promise<void>;
}
