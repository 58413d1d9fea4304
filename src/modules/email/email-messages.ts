// The emails that owners of accounts get: as facts, as jobs that are still to be composed, and the ports for both.

import type { Language } from '../../platform/messages/language.ts';
import type { ServerEvent } from '../webhooks/webhook-events.ts';

/** An email to an owner, as facts. `to`, every `code` and every `token` are secrets; times are Unix milliseconds. */
export type EmailMessage = { to: string; accountName: string; language: Language } & EmailFacts;

export type EmailFacts =
  /** A new address has to be confirmed, by the code typed in or by the link that holds the token. */
  | { kind: 'verify address'; code: string; token: string; validUntil: number }
  /** To the owner of an address that somebody else registered with, or changed to. */
  | { kind: 'address in use' }
  | { kind: 'reset password'; token: string; validUntil: number }
  | { kind: 'confirm new address'; code: string; token: string; validUntil: number }
  /** To the old address, which can undo the change. */
  | { kind: 'address changed'; token: string; validUntil: number }
  | { kind: 'password changed'; at: number }
  | { kind: 'password set'; at: number }
  /** By an administrator, where that is how accounts are verified. */
  | { kind: 'account verified'; at: number }
  /** `reason` is empty where none was given, `until` is `null` where no end is set. */
  | { kind: 'account suspended'; reason: string; until: number | null; at: number }
  | { kind: 'account restored'; at: number }
  /** `accountName` is the name before. */
  | { kind: 'account renamed'; newName: string; at: number }
  | { kind: 'login code'; code: string; validUntil: number }
  /** `device` is as it is kept of a session, `country` its two letters. */
  | { kind: 'new device'; device: string; country: string; at: number }
  /** Many wrong passwords from many addresses: unknown devices need a mailed code from now on. */
  | { kind: 'brute-force protection'; at: number }
  /** Several wrong codes after the right password. The device and country are those of the latest. */
  | { kind: 'wrong codes'; device: string; country: string; at: number }
  | {
      kind: 'second factor changed';
      change: FactorChange;
      at: number;
    }
  | { kind: 'account deleted'; at: number }
  /** To a player who asked for it; `serverName` is as it was reported. */
  | { kind: 'report closed' | 'reported server unlisted'; serverName: string; at: number }
  /** To a player who asked for it. */
  | { kind: 'server back'; serverName: string; hash: string; at: number }
  /** To a player who pledged to play if so many come; of no use when the pledge has lapsed. */
  | { kind: 'rally met'; serverName: string; hash: string; people: number; validUntil: number }
  /** To the owner of its key; `ip` is where it is now. */
  | { kind: 'server moved'; serverName: string; hash: string; ip: string; at: number }
  /** To the owner of a server, who asked for it, and to who set a webhook that is switched off. */
  | { kind: 'server event'; event: ServerEvent; at: number }
  | { kind: 'test' };

export type FactorChange =
  | 'turned on'
  | 'turned off'
  | 'reset by an administrator'
  | 'recovery code used';

export interface Mailer {
  /** Whether emails can be sent at all; without SMTP configured none can, and none is taken. */
  readonly isOpen: boolean;
  /**
   * Puts an email into the outbox, which survives a restart; never waits for the mail server. An email
   * is dropped while `isOpen` is false, and beyond what an address gets within an hour or the outbox
   * holds: an error would reveal in an answer whether there was an email to send. Throws `invalid` for an
   * address that is none, and `unavailable` when the outbox cannot be written.
   */
  send(email: EmailMessage): Promise<void>;
  /** Whether the mail server takes the letters of an address, as far as is known; never waits for it. */
  canWriteTo?: ((address: string) => boolean) | undefined;
  /** Whether an email of these kinds to this address, queued since then, was tried and not taken by the server. */
  isStuck(to: string, kinds: readonly EmailMessage['kind'][], since: number): Promise<boolean>;
}

export type OwnerNotice =
  | 'password changed'
  | 'password set'
  | 'account verified'
  | 'account suspended'
  | 'account restored'
  | 'account renamed'
  | 'second factor changed'
  | 'account deleted'
  | 'report closed'
  | 'reported server unlisted'
  | 'server back'
  | 'rally met'
  | 'server moved'
  | 'server event';

/** What a notice holds besides: a reason and its end, a new name, how the second factor changed, or a server. */
export interface NoticeFacts {
  detail?: string;
  /** `null` for no end. */
  until?: number | null;
}

/** An email that is to be composed: who gets it, and which email it is, is found out later. */
export interface NewEmailJob extends NoticeFacts {
  kind: 'verify address' | 'new address' | 'reset password' | 'address changed' | OwnerNotice;
  /** `null` for an account that is not known, or no more. */
  accountId: number | null;
  accountName: string;
  /** That of the account; of a reset, that of the page where it was requested. */
  language: Language;
  /** The address that was given; of a reset, the name or the address that was typed. */
  recipient: string;
  /** Goes into the email; empty where it holds none. */
  token: string;
  code: string;
  createdAt: number;
  validUntil: number;
}

export interface EmailJob extends Required<NewEmailJob> {
  id: number;
}

export interface EmailJobStore {
  /** Adds a job outside of any other change. One with a code replaces an earlier one of its kind and account. */
  addEmailJob(job: NewEmailJob): Promise<void>;
}

/** Who gets which email for a job. No request may wait for it: its time would reveal who has an account. */
export type EmailComposer = (job: EmailJob) => Promise<EmailMessage[]>;
