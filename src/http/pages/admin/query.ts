// Reads the queries of pages of administration.

/** The number of an entry, as pages write it. */
export const ENTRY_ID = /^[1-9][0-9]{0,14}$/;

/** Longest text that is searched for; an e-mail address fits. */
const LONGEST = 254;

/** The named parameters of a query, each cut to the longest text that is searched for. */
export function readQuery<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): Record<Name, string> {
  const read = (name: Name) => [name, (query.get(name) ?? '').slice(0, LONGEST).trim()];
  return Object.fromEntries(names.map(read)) as Record<Name, string>;
}

/** The number of an entry; `undefined` for a text that is none. */
export function parseId(text: string): number | undefined {
  return ENTRY_ID.test(text) ? Number(text) : undefined;
}
