// A module's part of the audit log: its actions by their stored names, and their sentences.

/** Kinds of details that hold a name; the kind says whose name it is. */
export type LabelledForm = 'ban' | 'notice' | 'report' | 'email';

export type DetailLabels = Readonly<
  Partial<Record<LabelledForm, Readonly<Record<string, string>>>>
>;

export interface AuditTable {
  /** The actions that the module writes. Entries are never changed, so a name stays for ever. */
  readonly actions: readonly string[];
  /** The log's words for each action, in the language of the moment. */
  readonly sentences: Readonly<Record<string, string>>;
  /** The log's words for the subject of such an action, unless it is a server, an account's name or typed text. */
  nameSubject?(subject: string): string | undefined;
  /** The log's words for names in details. */
  readonly labels?: DetailLabels;
}
