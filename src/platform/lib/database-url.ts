// The hosts in the URL of a database: `postgres://user:password@host:5432,other-host:5432/database`.

const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is;

export function listDatabaseHosts(url: string): string[] {
  return PARTS.exec(url)?.[2]?.split(',') ?? [];
}

export function splitDatabaseUrl(url: string): string[] {
  const [, start = '', , rest = ''] = PARTS.exec(url) ?? [];
  return listDatabaseHosts(url).map((host) => `${start}${host}${rest}`);
}

export function nameDatabaseHosts(url: string): string {
  return listDatabaseHosts(url).join(', ');
}
