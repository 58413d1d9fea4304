// What is known of each server, whether it is there, and the event that follows from a change of it.

import type { ServerEvent } from './webhook-events.ts';
import type { StateChange } from './webhook-ports.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long after its first sample a server is new. */
const NEW_MS = 10 * MINUTE_MS;
/** Servers that are away are forgotten after so long, and the first of them beyond so many: a flood makes a million a day. */
export const FORGOTTEN_MS = 90 * DAY_MS;
export const MAX_AWAY = 20_000;

/** As it is stored: the name is as it was then, `isListed` whether the list had it, `wasListed` whether it ever had. */
export interface ServerState {
  state: StateChange['state'];
  name: string;
  isListed: boolean;
  wasListed: boolean;
}

/** What a change makes of a server; `undefined` where it is noted already, or says nothing new. */
export function changeState(
  before: ServerState | undefined,
  { state, ...facts }: Pick<StateChange, 'state' | 'name' | 'isListed'>,
): ServerState | undefined {
  const isSame = before?.state === state;
  if (state !== 'here' && (before === undefined || isSame)) return undefined;
  // It is silent because it is refused, which was an event.
  if (state === 'went' && before?.state !== 'here') return undefined;
  const { name = before?.name ?? '', isListed = before?.isListed ?? false } = facts;
  if (isSame && before.isListed === isListed) return undefined;
  return { state, name, isListed, wasListed: wasEverListed(before) || isListed };
}

/** The event of a change; `undefined` for none. `firstAt` is when the server was first sampled, if it ever was. */
export function findEvent(
  before: ServerState | undefined,
  { state, isListed }: ServerState,
  firstAt: number | undefined,
  now: number,
): ServerEvent['type'] | undefined {
  if (isListed && !wasEverListed(before) && isNewServer(firstAt, now)) return 'new';
  if (before?.state === state) return undefined;
  if (state !== 'here') return state;
  return before === undefined || before.state === 'went' ? 'came' : 'back';
}

function isNewServer(firstAt: number | undefined, now: number): boolean {
  return firstAt === undefined || firstAt > now - NEW_MS;
}

function wasEverListed(state: ServerState | undefined): boolean {
  return state !== undefined && (state.wasListed || state.isListed);
}
