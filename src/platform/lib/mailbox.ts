// Email addresses: whether a text is exactly one mailbox, without a second recipient or a header, and its canonical
// spelling.

import { domainToASCII } from 'node:url';

const MAX_LENGTH = 254;
const MAILBOX = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{1,253}$/u;
const PLAIN = /^[!-~]*$/;

/** Whether the address can only be one mailbox, such as `alice@example.net` or `root@localhost`. */
export function isMailbox(address: string): boolean {
  return address.length <= MAX_LENGTH && MAILBOX.test(address);
}

/** The address for sending: its domain in lower-case ASCII, however it was typed, and the rest composed (NFC). */
export function canonicalMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const ascii = PLAIN.test(domain) && !domain.includes('xn--') ? domain : domainToASCII(domain);
  return `${address.slice(0, at + 1).normalize('NFC')}${ascii || domain}`;
}

/** The same lower-case text for all spellings of a mailbox: the key for limits and look-ups. */
export function mailboxKey(address: string): string {
  return canonicalMailbox(address).toLowerCase();
}
