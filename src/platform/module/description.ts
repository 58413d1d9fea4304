// The type of a module's description, which `module.ts` gives to the composition root.

import type { Job } from '../lib/timers.ts';
import type { AuditTable } from '../messages/audit-table.ts';
import type { EmailTable } from '../messages/email-kind.ts';
import type { EventTable } from '../ops/events.ts';
import type { Metric } from '../ops/metrics.ts';

/** The facts of a module that is not open yet. */
export interface ModuleFacts {
  /** The name of its folder. */
  readonly name: string;
  readonly events?: EventTable;
  readonly audit?: AuditTable;
  readonly emails?: EmailTable;
  /** Links beside the pages of an account, by default in the first group. Each label is read in the reader's language. */
  readonly accountLinks?: readonly {
    readonly href: string;
    readonly group?: 'security' | 'servers';
    label(): string;
  }[];
  /** The path of a player's public page. */
  playerPath?(name: string): string;
  /** The folder of skins; each has the name of its player. */
  readonly skinFolder?: string;
}

/** The parts of an open module that the root collects. The rest is for higher modules. */
export interface OpenModule {
  readonly jobs?: readonly Job[];
  readonly metrics?: readonly Metric[];
  /** The root calls it in the reverse order of opening. */
  stop?(): Promise<void>;
}
