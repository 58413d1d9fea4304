// The emails that the accounts module sends to owners of accounts, and the port that takes them.

/**
 * An email to the owner of an account. `to`, every `code` and every `token` are secrets. Times are
 * milliseconds since the Unix epoch. The email module has the sentences.
 */
export type EmailMessage = { to: string; accountName: string } & EmailFacts;

/** What an email is about. */
export type EmailFacts =
  /** A new address has to be confirmed, by the code typed in or by the link that holds the token. */
  | { kind: 'verify address'; code: string; token: string; validUntil: number }
  /** Somebody registered, or changed to, the address of an account that exists: its owner gets this email instead. */
  | { kind: 'address in use' }
  | { kind: 'reset password'; token: string; validUntil: number }
  /** To the new address of an account that changes it. */
  | { kind: 'confirm new address'; code: string; token: string; validUntil: number }
  /** To the old address, which can undo the change. */
  | { kind: 'address changed'; token: string; validUntil: number }
  | { kind: 'password changed'; at: number }
  /** By an administrator, in the place of the owner. */
  | { kind: 'password set'; at: number }
  /** By hand, where that is how accounts are verified. */
  | { kind: 'account verified'; at: number }
  /** `reason` is empty where none was given, `until` is `null` where no end is set. */
  | { kind: 'account suspended'; reason: string; until: number | null; at: number }
  | { kind: 'account restored'; at: number }
  /** `accountName` is the name before. */
  | { kind: 'account renamed'; newName: string; at: number }
  | { kind: 'login code'; code: string; validUntil: number }
  /** `device` and `country` are as the list of sessions shows them. */
  | { kind: 'new device'; device: string; country: string; at: number }
  /** Many wrong passwords from many addresses: unknown devices need a mailed code from now on. */
  | { kind: 'guessing noticed'; at: number }
  /** The right password was followed by several wrong codes. The device and country are those of the latest. */
  | { kind: 'wrong codes'; device: string; country: string; at: number }
  | {
      kind: 'second factor changed';
      change: FactorChange;
      at: number;
    }
  | { kind: 'account deleted'; at: number }
  /** `muster mail test`. */
  | { kind: 'test' };

/** What happened to a second factor. */
export type FactorChange =
  | 'turned on'
  | 'turned off'
  | 'reset by an administrator'
  | 'recovery code used';

/** Takes emails. */
export interface Mailer {
  /** Whether emails can be sent at all; without SMTP configured none can, and none is taken. */
  readonly isOpen: boolean;
  /**
   * Puts an email into the outbox, which survives a restart, and returns; never waits for the mail
   * server. An email given while `isOpen` is false is dropped, and so is one beyond what an address
   * gets within an hour or the outbox holds: no error may show in an answer whether an email was due.
   * Throws `invalid` for an address that is none, and `unavailable` when the outbox cannot be written.
   */
  send(email: EmailMessage): Promise<void>;
  /**
   * Whether an email of these kinds to this address, given since then, was tried and not taken by the
   * mail server, for now or for good.
   */
  isStuck(to: string, kinds: readonly EmailMessage['kind'][], since: number): Promise<boolean>;
}
