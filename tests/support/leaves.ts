// Every single text, function and list of a catalogue of messages, by its path.

/** A single thing that a catalogue says. */
export type Leaf = string | ((...values: never[]) => unknown) | readonly unknown[];

/** The leaves of a group of messages: `failure.titles.404` and what it is. */
export function leavesOf(group: object, path = ''): [path: string, leaf: Leaf][] {
  return Object.entries(group).flatMap(([key, value]): [string, Leaf][] => {
    const here = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'object' && !Array.isArray(value)) return leavesOf(value, here);
    return [[here, value as Leaf]];
  });
}

/** The texts among them that are written out, those in lists too. */
export function textsOf(group: object): string[] {
  return leavesOf(group).flatMap(([, leaf]) =>
    typeof leaf === 'string' ? [leaf] : Array.isArray(leaf) ? textsIn(leaf) : [],
  );
}

function textsIn(list: readonly unknown[]): string[] {
  return list.flatMap((item) =>
    typeof item === 'string' ? [item] : textsOf(item as Record<string, unknown>),
  );
}
