// What the audit log says of a new name: written by whoever renames, read by whoever follows an account.

const BEFORE_NAME = 'to ';

/** The detail of the entry for an account that got this name. */
export function describeRename(name: string): string {
  return `${BEFORE_NAME}${name}`;
}

/** The name out of such a detail. */
export function readRename(detail: string): string {
  return detail.slice(BEFORE_NAME.length);
}
