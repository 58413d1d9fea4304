// A port of events for tests: each event that a test names goes to it, the others elsewhere or nowhere.

import type { Event, Report } from '../../src/app/events.ts';

/** Facts of events that have no type of their own, which a test takes as what it expects. */
type Fact =
  | 'account'
  | 'change'
  | 'doNewcomersWait'
  | 'hash'
  | 'ip'
  | 'ipBefore'
  | 'kind'
  | 'messages'
  | 'outboxId'
  | 'address'
  | 'path'
  | 'port'
  | 'reason'
  | 'seconds'
  | 'tables'
  | 'term'
  | 'validUntil'
  | 'what';
type Facts<Name> =
  Extract<Event, [Name, ...unknown[]]> extends [unknown, infer Own] ? Own : Record<Fact, never>;

export type Heard = { [Name in Event[0]]?: (facts: Facts<Name>) => unknown };

export function createReporter(heard: Heard, others: Report = () => {}): Report {
  return (...event) => {
    const [name, facts = {}] = event;
    const hear = heard[name] as ((facts: unknown) => void) | undefined;
    if (hear === undefined) others(...event);
    else hear(facts);
  };
}
