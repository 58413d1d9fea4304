// The type of a module's description: what a module hands to the composition root in its `module.ts`.

import type { AddCommands } from '../cli/commands.ts';
import type { Job } from '../lib/timers.ts';
import type { AuditTable } from '../messages/audit-table.ts';
import type { EmailTable } from '../messages/email-kind.ts';
import type { EventTable } from '../ops/events.ts';
import type { Metric } from '../ops/metrics.ts';

/** What is known without opening the module. The command line and the docs read this part. */
export interface ModuleFacts<Context = never> {
  /** The name of its folder. */
  readonly name: string;
  readonly events?: EventTable;
  readonly audit?: AuditTable;
  readonly emails?: EmailTable;
  /** Commands, each below the heading of the help that it belongs to. `Context` is what they are given. */
  readonly commands?: Readonly<Record<string, readonly AddCommands<Context>[]>>;
}

/** What the root walks over; the rest of an open module is what it passes on to higher ones. */
export interface OpenModule {
  readonly jobs?: readonly Job[];
  readonly metrics?: readonly Metric[];
  /** Called in the reverse order of opening. */
  stop?(): Promise<void>;
}
