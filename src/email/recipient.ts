// The last look at an address before a mail goes to it: one mailbox, nothing that could be a header.

import { Failure } from '../lib/failure.ts';
import { isMailbox } from '../lib/mailbox.ts';

/** Returns the address as it is. Throws `invalid`, without showing it, when it could be more than one mailbox. */
export function requireMailbox(address: string): string {
  if (isMailbox(address)) return address;
  throw new Failure(
    'invalid',
    'That is not an address that mail can be sent to: write it like alice@example.net.',
  );
}
