// The last look at an address before a mail goes to it: one mailbox, nothing that could be a header.

import { MusterError } from '../lib/errors.ts';

const LONGEST = 254;
const MAILBOX = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{1,253}$/u;

/** Returns the address as it is. Throws `invalid`, without showing it, when it could be more than one mailbox. */
export function requireMailbox(address: string): string {
  if (address.length <= LONGEST && MAILBOX.test(address)) return address;
  throw new MusterError(
    'invalid',
    'That is not an address that mail can be sent to: write it like alice@example.net.',
  );
}
