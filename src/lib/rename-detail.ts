// The detail of a renaming in the audit log: how it is written, and how the new name is read from it.

const BEFORE_NAME = 'to ';

/** The detail of the entry for an account that was renamed to this name. */
export function describeRename(name: string): string {
  return `${BEFORE_NAME}${name}`;
}

/** The new name in such a detail. */
export function readRename(detail: string): string {
  return detail.slice(BEFORE_NAME.length);
}
