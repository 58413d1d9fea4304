// What one mailbox is: an address with nothing in it that could be a header or a second recipient, and the one form of its spellings.

import { domainToASCII } from 'node:url';

const LONGEST = 254;
const MAILBOX = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{1,253}$/u;
const PLAIN = /^[!-~]*$/;

/** Whether the address can only be one mailbox, such as `alice@example.net` or `root@localhost`. */
export function isMailbox(address: string): boolean {
  return address.length <= LONGEST && MAILBOX.test(address);
}

/**
 * The address as mail goes to it: the domain in lower-case ASCII, whichever of its spellings was typed
 * (`bücher.example`, `BÜCHER.example`, full-width letters, `xn--bcher-kva.example`), the part before
 * it composed (NFC). What cannot be read stays as it is.
 */
export function canonicalMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const ascii = PLAIN.test(domain) && !domain.includes('xn--') ? domain : domainToASCII(domain);
  return `${address.slice(0, at + 1).normalize('NFC')}${ascii || domain}`;
}

/** What all spellings of one mailbox have in common, capitals included: the key of whatever counts by mailbox. */
export function mailboxKey(address: string): string {
  return canonicalMailbox(address).toLowerCase();
}
