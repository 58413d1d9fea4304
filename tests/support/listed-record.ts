// A record of a list as clients read it.

/** What only logged-in callers get is optional. */
export interface ListedRecord {
  hash: string;
  name: string;
  players: number;
  maxplayers: number;
  software: string;
  uptime: number;
  country_abbr: string;
  featured: boolean;
  web: boolean;
  ip?: string;
  port?: number;
  mppass?: string;
}
