// Notifies open pages of each new list by server-sent events; the pages fetch what they show.

import { Elysia } from 'elysia';
import type { Clock } from '../../../lib/clock.ts';
import { BUSY_SECONDS, Failure } from '../../../lib/failure.ts';
import { createNetworkPlaces } from '../../../lib/network-places.ts';
import { onceAnHour } from '../../../lib/once-an-hour.ts';
import { messages } from '../../../messages/messages.ts';
import type { HttpContext } from '../../context.ts';
import { NO_SNIFFING } from '../../security-headers.ts';
import { findVisitor } from '../../session.ts';

const MOST_LISTENERS = 1_000;
const MOST_OF_ADDRESS = 20;
/** Pages notice within five seconds that the service does not answer. */
const PING_EVERY_MS = 3_000;

export const EVENTS_PATH = '/server/list/events';

export const EVENT_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  ...NO_SNIFFING,
  // nginx would hold events back until its buffer is full.
  'x-accel-buffering': 'no',
};

export type ListEvents = ReturnType<typeof createListEvents>;

/** One source for all listeners, fed by the servers module. */
export function createListEvents(
  context: Pick<HttpContext, 'servers' | 'site' | 'timers' | 'events'>,
  clock: Clock,
) {
  const { servers, site, timers } = context;
  const places = createNetworkPlaces({
    most: MOST_LISTENERS,
    ofAddress: MOST_OF_ADDRESS,
    onScarce: onceAnHour(clock, () => context.events.budgetScarce('live lists')),
  });
  const encoder = new TextEncoder();
  /** Each with what gives its place back. */
  const listeners = new Map<ReadableStreamDefaultController<Uint8Array>, () => void>();
  let cancel: (() => void) | undefined;
  let stopPings: (() => void) | undefined;

  function send(text: string): void {
    const bytes = encoder.encode(text);
    for (const controller of [...listeners.keys()]) {
      // A client that reads nothing is disconnected, so that nothing piles up; a browser reconnects by itself.
      if ((controller.desiredSize ?? 0) <= 0) end(controller);
      else controller.enqueue(bytes);
    }
  }

  function end(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (!listeners.has(controller)) return;
    forget(controller);
    controller.close();
  }

  function forget(controller: ReadableStreamDefaultController<Uint8Array>): void {
    listeners.get(controller)?.();
    listeners.delete(controller);
    if (listeners.size > 0) return;
    cancel?.();
    stopPings?.();
    cancel = undefined;
    stopPings = undefined;
  }

  function ping(): void {
    stopPings = timers.after(PING_EVERY_MS, ping);
    send(pingNow());
  }

  /** With the time of this machine, since clocks of readers may be wrong. */
  function pingNow(): string {
    return `event: ping\ndata: ${clock.now()}\n\n`;
  }

  function notify(): void {
    const { players, listings, madeAt } = servers.listPublic();
    send(`event: list\ndata: ${JSON.stringify({ players, servers: listings.length, madeAt })}\n\n`);
  }

  /** A new list, and another look or notice of the site around it. */
  function listen(): () => void {
    const endings = [servers.onListMade(notify), site.onChanged(notify)];
    return () => {
      for (const end of endings) end();
    };
  }

  return {
    get listeners(): number {
      return listeners.size;
    },
    /** A stream for one listener, who may be logged in. Throws `unavailable` when there are too many. */
    open(address: string, isKnown: boolean, signal: AbortSignal): ReadableStream<Uint8Array> {
      const giveBack = places.take(address, isKnown);
      if (giveBack === undefined) {
        throw new Failure('unavailable', messages.failure.tooManyListeners, {
          retryAfterSeconds: BUSY_SECONDS,
        });
      }
      let own: ReadableStreamDefaultController<Uint8Array>;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            own = controller;
            listeners.set(controller, giveBack);
            cancel ??= listen();
            stopPings ??= timers.after(PING_EVERY_MS, ping);
            controller.enqueue(encoder.encode(`retry: 5000\n${pingNow()}`));
            signal.addEventListener('abort', () => forget(controller), { once: true });
          },
          cancel: () => forget(own),
        },
        { highWaterMark: 64 },
      );
    },
    closeStreams(): void {
      for (const controller of [...listeners.keys()]) end(controller);
    },
  };
}

export function listEventRoutes(context: HttpContext, events: ListEvents) {
  return new Elysia({ name: 'list events' }).get(
    EVENTS_PATH,
    async ({ request }) => {
      // Nobody would ever read, or end, a stream that is opened for HEAD.
      if (request.method === 'HEAD') return new Response(null, { headers: EVENT_HEADERS });
      // While nobody can be recognised, the list goes on for visitors.
      const visitor = await findVisitor(context, request).catch(() => undefined);
      const isKnown = visitor?.kind === 'account';
      const body = events.open(context.addressOf(request), isKnown, request.signal);
      return new Response(body, { headers: EVENT_HEADERS });
    },
    { detail: { hide: true } },
  );
}
