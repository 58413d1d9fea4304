// The port of the store for managers of claimed servers. Times are milliseconds since the Unix epoch.

import type { LogBounds, NewLogEntry } from '../account/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { ClaimEditors } from '../claims/index.ts';

export const INVITATIONS_PATH = '/acc/invitations/';

/** The owner and editors of one server, with those who are invited. */
export const MAX_MANAGERS = 10;
/** Open invitations to one account. */
export const MAX_INVITATIONS = 20;

export type ManagerRole = 'editor' | 'owner';

/** Names an account and a server. */
export interface ManagerKey {
  hash: string;
  accountId: number;
}

export interface Editor {
  accountId: number;
  name: string;
  since: number;
}

/** An account that a server's owner invited. As `owner`, it would take over the server. */
export interface InvitedAccount {
  accountId: number;
  name: string;
  role: ManagerRole;
  expiresAt: number;
}

/** An invitation as the invited account sees it. */
export interface Invitation extends ManagerKey {
  role: ManagerRole;
  expiresAt: number;
  ownerId: number;
  ownerName: string;
}

/** The log entries of a change: one in the audit log, and one that owners see in their account's log. */
export interface ManagerNotes {
  entry: AuditEntry;
  ownerLog?: { note: NewLogEntry; bounds: LogBounds } | undefined;
}

export type InviteOutcome =
  | 'invited'
  /** The inviting account does not own the server. */
  | 'not yours'
  | 'manages already'
  | 'open already'
  /** The account declined an invitation that has not expired yet. */
  | 'declined'
  /** The server has `MAX_MANAGERS`. */
  | 'server full'
  /** The account has `MAX_INVITATIONS`. */
  | 'account full';

/** Stores editors and invitations. Each change is one transaction with its log entries. */
export interface ManagerStore extends ClaimEditors {
  /** Lists the editors of a server, the oldest first. */
  listEditors(hash: string): Promise<Editor[]>;
  /** Lists the open invitations of a server. */
  listInvited(hash: string, now: number): Promise<InvitedAccount[]>;
  /** Lists the open invitations to an account by owners who are not suspended, those that expire first first. */
  listInvitations(accountId: number, now: number): Promise<Invitation[]>;
  /** The invited account gets an email with `detail`, unless it got one about an invitation that has not expired. */
  invite(
    invitation: ManagerKey & Pick<Invitation, 'role' | 'expiresAt' | 'ownerId'>,
    detail: string,
    now: number,
    notes: ManagerNotes,
  ): Promise<InviteOutcome>;
  /** Returns false if this owner has no such open invitation. */
  withdraw(key: ManagerKey, ownerId: number, now: number, notes: ManagerNotes): Promise<boolean>;
  /** Returns false if there is no such open invitation. */
  decline(key: ManagerKey, now: number, notes: ManagerNotes): Promise<boolean>;
  /**
   * Makes the account an editor, or the owner. A former owner becomes an editor, all other invitations end, and the
   * former owner gets an email with `detail`. Returns false, and changes nothing, if the invitation or the owner is
   * no longer as it was read, or if the owner is suspended.
   */
  accept(
    invitation: Invitation,
    detail: string,
    now: number,
    notes: ManagerNotes,
  ): Promise<boolean>;
  /**
   * Ends the rights of an editor and the emails about the server to that account, whose other webhooks become the
   * owner's. `actorId` is the owner or the editor. Returns false if it may not, or if the account is no editor.
   */
  removeEditor(key: ManagerKey, actorId: number, notes: ManagerNotes): Promise<boolean>;
}
