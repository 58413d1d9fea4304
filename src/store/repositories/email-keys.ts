// The keys by which email addresses of accounts are compared: one for all spellings of a mailbox.

import { inArray, type SQL } from 'drizzle-orm';
import { mailboxKey } from '../../lib/mailbox.ts';
import type { Tables } from '../engine.ts';

/** The form of an address that is unique among confirmed ones. */
export function toEmailKey(email: string): string {
  return mailboxKey(email);
}

/**
 * Accounts of a mailbox, by the present key and by that of earlier versions: where two accounts had
 * confirmed two spellings of one mailbox, the second keeps its old key, and is found by its own spelling.
 */
export function isOfMailbox({ accounts }: Tables, email: string): SQL {
  return inArray(accounts.emailKey, [...new Set([toEmailKey(email), email.toLowerCase()])]);
}
