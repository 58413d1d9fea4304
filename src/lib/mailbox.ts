// What one mailbox is: an address with nothing in it that could be a header or a second recipient.

const LONGEST = 254;
const MAILBOX = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]{1,253}$/u;

/** Whether the address can only be one mailbox, such as `alice@example.net` or `root@localhost`. */
export function isMailbox(address: string): boolean {
  return address.length <= LONGEST && MAILBOX.test(address);
}
