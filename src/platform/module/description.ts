// The type of a module's description: what a module hands to the composition root in its `module.ts`.

import type { Job } from '../lib/timers.ts';
import type { AuditTable } from '../messages/audit-table.ts';
import type { EmailTable } from '../messages/email-kind.ts';
import type { EventTable } from '../ops/events.ts';
import type { Metric } from '../ops/metrics.ts';

/** What is known without opening the module. */
export interface ModuleFacts {
  /** The name of its folder. */
  readonly name: string;
  readonly events?: EventTable;
  readonly audit?: AuditTable;
  readonly emails?: EmailTable;
}

/** What the root walks over; the rest of an open module is what it passes on to higher ones. */
export interface OpenModule {
  readonly jobs?: readonly Job[];
  readonly metrics?: readonly Metric[];
  /** Called in the reverse order of opening. */
  stop?(): Promise<void>;
}
