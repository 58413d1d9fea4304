// The type of a module's description, which `module.ts` gives to the composition root.

import type { AnyElysia } from 'elysia';
import type { VNode } from 'preact';
import type { ModuleCommands } from '../cli/commands.ts';
import type { OptionTable } from '../config/option-table.ts';
import type { FindRequiredPage, StaffRoute } from '../http/page.ts';
import type { StaffPart } from '../http/staff-page.ts';
import type { Clock } from '../lib/clock.ts';
import type { Found } from '../lib/finding.ts';
import type { Job } from '../lib/timers.ts';
import type { AuditTable } from '../messages/audit-table.ts';
import type { EmailTable } from '../messages/email-kind.ts';
import type { EventTable } from '../ops/events.ts';
import type { Metric } from '../ops/metrics.ts';
import type { Database, Queries } from '../store/engine.ts';
import type { Dispensable } from '../store/sqlite/damage-watch.ts';
import type { TableKit } from '../store/table-kit.ts';
import type { Asset } from '../views/assets.ts';

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
  /** The path of a player's face. */
  facePath?(name: string): string;
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

/**
 * A module that no other module needs. `Ports`, `Context` and `Lower` are what the root has: the module names the parts
 * that it needs. The thread that writes loads the description, so the rest of the module loads when it is called.
 */
export interface OptionalModule<Ports = never, Context = never, Lower = never, ActionPorts = never>
  extends ModuleFacts {
  /** `lower` has the tables of the modules that are always there. */
  readonly createTables?: (kit: TableKit, lower: Lower) => object;
  /** Its stores, under the names that its ports have. */
  readonly createStores?: (db: Database) => object;
  /** As `DueTimeColumns`, which the root checks: its type follows from the tables of the modules. */
  readonly dueTimes?: Readonly<Record<string, readonly string[]>>;
  /** What its methods return while the database cannot be read. */
  readonly dispensable?: Dispensable;
  /** Moves what the module keeps about a server whose hash changes, in the transaction of the move. */
  readonly moveServer?: (tx: Queries, from: string, to: string) => Promise<void>;
  /** Whether an account may edit a claimed server of another one. */
  readonly isManager?: (tx: Queries, accountId: number, hash: string) => Promise<boolean>;
  /** Opens its services for commands, under the names that the commands know. */
  readonly openActions?: (ports: ActionPorts) => Promise<object>;
  readonly open?: (ports: Ports) => Promise<OpenOptionalModule<Context>>;
}

/**
 * What the command line has of an optional module. It is apart from `OptionalModule`, because every command loads it and
 * most commands need no module.
 */
export interface OptionalCommandLine<
  Context = never,
  Values = never,
  Settings = never,
  Key extends string = string,
> {
  readonly settings?: OptionTable;
  readonly commands?: ModuleCommands<Context>;
  /** Finds a setting that another one needs, and the rest of a sentence that begins with its name. */
  readonly findMissing?: FindProblem<Values, Key>;
  /** Finds a setting that does not go with another one, and the rest of a sentence that begins with its place. */
  readonly findConflict?: FindProblem<Values, Key>;
  /** Checks of the installation: the name of each, the settings that it depends on, and the check. */
  readonly listChecks?: (settings: Settings) => readonly InstallationCheck[];
}

type FindProblem<Values, Key> = (
  values: Values,
  broken: ReadonlySet<string>,
) => readonly [key: Key, problem: string] | undefined;

export type InstallationCheck = readonly [
  name: string,
  keys: readonly string[],
  run: () => Promise<Found>,
];

export interface OpenOptionalModule<Context = never> extends OpenModule {
  readonly hooks?: Hooks;
  /** Called when the first list is answered. */
  readonly loadParts?: (context: Context, clock: Clock) => Promise<PageParts>;
}

/**
 * The functions that modules call of optional ones. The module that calls them declares their lists here. The root fills
 * them in after it has opened all modules.
 */
// biome-ignore lint/suspicious/noEmptyInterface: Each list is declared by the module that reads it.
export interface Hooks {}

/**
 * What optional modules add to the routes, in lists that the root joins and adds to the context of all routes. A module
 * that shows parts of its own type declares their list here.
 */
export interface PageParts {
  routes?: readonly AnyElysia[];
  staffRoutes?: readonly StaffRoute[];
  /** Sections of the page about an account, and of the one about a server, for staff. */
  accountParts?: readonly StaffPart[];
  serverParts?: readonly StaffPart[];
  scripts?: readonly Asset[];
  /** As in the facts of a module, for links that depend on a setting. */
  accountLinks?: NonNullable<ModuleFacts['accountLinks']>;
  requiredPages?: readonly FindRequiredPage[];
  playerParts?: readonly PlayerParts[];
}

/** What the page of a player shows besides. */
export interface PlayerParts {
  /** The picture of the face, 64 pixels wide. */
  face(name: string): Promise<VNode | undefined>;
  figure(name: string, isOwner: boolean): Promise<VNode | undefined>;
}

/** Everything together that the modules have under this name; of functions, what they return. */
export type Joined<Modules, Name extends string> = Together<
  { [Key in keyof Modules]: PartOf<Modules[Key], Name> }[keyof Modules] | object
>;

type PartOf<Module, Name extends string> =
  Module extends Record<Name, (...given: never) => infer Result>
    ? Awaited<Result>
    : Module extends Record<Name, infer Value>
      ? Value
      : never;

/** One type with everything that the types of a union have. */
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
