// The hosts in the URL of a database: `postgres://user:password@host:5432,other-host:5432/database`.

/** The scheme with user name and password, the hosts, and the rest. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is;

/** Its hosts with their ports, in their order, as they stand there. */
export function listDatabaseHosts(url: string): string[] {
  return PARTS.exec(url)?.[2]?.split(',') ?? [];
}

/** A URL for each host, in their order. */
export function splitDatabaseUrl(url: string): string[] {
  const [, start = '', , rest = ''] = PARTS.exec(url) ?? [];
  return listDatabaseHosts(url).map((host) => `${start}${host}${rest}`);
}

/** Its hosts for people, without user name and password. */
export function nameDatabaseHosts(url: string): string {
  return listDatabaseHosts(url).join(', ');
}
