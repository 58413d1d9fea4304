// Opens the optional modules, after all others. Nothing breaks without them.

import type { Clock } from '../platform/lib/clock.ts';
import type { Hooks, OptionalModule, PageParts } from '../platform/module/description.ts';
import type { openAccountModules } from './accounts.ts';
import type { HttpContext } from './context.ts';
import type { Report } from './events.ts';
import { facePath, playerPath } from './facts.ts';
import type { Modules } from './modules.ts';
import type { ServiceStore } from './open-stores.ts';
import * as optional from './optional-modules.ts';
import type { Settings } from './options.ts';
import type { Servers } from './servers.ts';

interface OptionalPorts {
  store: ServiceStore;
  clock: Clock;
  servers: Servers;
  accounts: Pick<ReturnType<typeof openAccountModules>, 'players' | 'parts' | 'administration'>;
  settings: Settings;
  baseUrl: string;
  /** The host of the base URL, with its port if it has one. */
  host: string;
  siteName(): string;
  report: Report;
}

const flatten = ({ store, accounts, ...others }: OptionalPorts) => {
  const { players, parts, administration } = accounts;
  const paths = { playerPath, facePath };
  return { ...store, ...players, ...others, ...parts, ...paths, administration };
};

type Ports = ReturnType<typeof flatten>;

/** Opens all, each with the ports that it needs, and adds what others call of them to `hooks`. */
export async function openOptional(add: Modules['add'], hooks: Hooks, given: OptionalPorts) {
  const modules: readonly OptionalModule<Ports, HttpContext>[] = Object.values(optional);
  const ports = flatten(given);
  const opened = await Promise.all(
    modules.map(async ({ name, open }) => ({ name, ...(await open?.(ports)) })),
  );
  for (const { name, ...module } of opened) add(name, module);
  Object.assign(hooks, joinLists(opened.map((module) => module.hooks ?? {})));
  return {
    parts: {} as PageParts,
    /** Loads the pages of all, and adds them to the context with what they add to pages of others. */
    async loadParts(context: HttpContext, clock: Clock): Promise<void> {
      const parts = opened.map(async ({ loadParts }) => (await loadParts?.(context, clock)) ?? {});
      Object.assign(context.parts, joinLists(await Promise.all(parts)));
    },
  };
}

/** Joins the lists of the same name. */
function joinLists<Lists extends object>(all: readonly Lists[]): Lists {
  const joined: Record<string, unknown[]> = {};
  for (const [name, list] of all.flatMap(Object.entries)) {
    joined[name] = [...(joined[name] ?? []), ...list];
  }
  return joined as Lists;
}
