// The events of the platform and of every module, and the one port that reports them all.

import type { EventsOf } from '../platform/ops/event-table.ts';
import type { platformEvents } from '../platform/ops/events.ts';
import { addEvents, report as reportAny } from '../platform/ops/report-event.ts';
import { FACTS } from './facts.ts';

for (const facts of FACTS) if ('events' in facts) addEvents(facts.events);

type Tables<Facts> = Facts extends { events: infer Table } ? Table : never;
type Table = Tables<(typeof FACTS)[number]> | typeof platformEvents;

export type Event = EventsOf<Table>;

export type Report = (...event: Event) => void;

/** Reports the events of all modules. */
export const report: Report = reportAny;
