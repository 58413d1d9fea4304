// The type of a module's description: what a module hands to the composition root in its `module.ts`.

import type { AnyElysia } from 'elysia';
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

/** What an open module gives to the root, which walks over the lists and passes `api` on to higher modules. */
export interface OpenModule<Api> {
  readonly api: Api;
  readonly jobs?: readonly Job[];
  readonly metrics?: readonly Metric[];
  /** Loaded after the service listens, so that pages cost the start nothing. */
  loadRoutes?(): Promise<readonly AnyElysia[]>;
  /** Called in the reverse order of opening. */
  stop?(): Promise<void>;
}
