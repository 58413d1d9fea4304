// The last known state of each server, and the event that follows from a change.

import { DAY_MS, MINUTE_MS } from '../../platform/lib/clock.ts';
import type { ServerEvent } from './webhook-events.ts';
import type { StateChange } from './webhook-ports.ts';

/** How long a server is new to the list after its first sample. */
const NEW_SERVER_MS = 10 * MINUTE_MS;
/** How long absent servers are remembered, and how many: in a flood, a million can disappear in a day. */
export const FORGOTTEN_MS = 90 * DAY_MS;
export const MAX_AWAY = 20_000;

/** The stored state: the name at that time, `isListed` whether it was listed then, `wasListed` whether it ever was. */
export interface ServerState {
  state: StateChange['state'];
  name: string;
  isListed: boolean;
  wasListed: boolean;
}

/** The state after a change; `undefined` if the change is stored already or says nothing new. */
export function changeState(
  before: ServerState | undefined,
  { state, ...facts }: Pick<StateChange, 'state' | 'name' | 'isListed'>,
): ServerState | undefined {
  const isSame = before?.state === state;
  if (state !== 'here' && (before === undefined || isSame)) return undefined;
  // The server is silent because it was refused, which already was an event.
  if (state === 'went' && before?.state !== 'here') return undefined;
  const { name = before?.name ?? '', isListed = before?.isListed ?? false } = facts;
  if (isSame && before.isListed === isListed) return undefined;
  return { state, name, isListed, wasListed: wasEverListed(before) || isListed };
}

/** The event for a change; `undefined` for none. `firstAt` is when the server was first sampled, if ever. */
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
  return firstAt === undefined || firstAt > now - NEW_SERVER_MS;
}

function wasEverListed(state: ServerState | undefined): boolean {
  return state !== undefined && (state.wasListed || state.isListed);
}
