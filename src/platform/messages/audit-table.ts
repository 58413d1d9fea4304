// What a module says in the audit log: its actions by the names that are stored, and their sentences.

/** Details of entries that hold the name of something: its form says of what. */
export type LabelledForm = 'ban' | 'notice' | 'report' | 'email';

export type DetailLabels = Readonly<
  Partial<Record<LabelledForm, Readonly<Record<string, string>>>>
>;

export interface AuditTable {
  /** The actions that the module writes. Entries are never changed, so a name stays for ever. */
  readonly actions: readonly string[];
  /** What the log calls each of them, in the language of the moment. */
  readonly sentences: Readonly<Record<string, string>>;
  /** What the log calls the subject of such an action, where it was neither a server nor a name nor typed. */
  nameSubject?(subject: string): string | undefined;
  /** What the names in details are called. */
  readonly labels?: DetailLabels;
}
