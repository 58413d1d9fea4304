// What a mail server said, without what may not be written down: addresses, links, codes.

import type { EmailMessage } from '../accounts/email-messages.ts';
import { cleanText, cutText } from '../lib/text.ts';

const LONGEST = 300;
const ADDRESS = /[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]{1,255}/g;
const LINK = /\bhttps?:\/\/\S+/gi;

/** The answer on one line, at most 300 characters, with `[…]` where something was taken out. */
export function redactAnswer(answer: string, email: EmailMessage): string {
  const secrets = [
    email.to,
    'token' in email ? email.token : '',
    'code' in email ? email.code : '',
  ];
  // Cleaned first: what stands between the characters of an address must not hide it.
  let text = cleanText(answer.replace(/\s+/g, ' '));
  for (const secret of secrets) {
    if (secret !== '') text = text.replaceAll(secret, '[…]');
  }
  return cutText(text.replace(LINK, '[…]').replace(ADDRESS, '[…]'), LONGEST);
}
