// A port of events for tests: each event that a test names goes to it, the others elsewhere or nowhere.

import type { DescribedFacts, Report, ReportedEvent } from '../../src/platform/ops/events.ts';

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
type Facts<Name> = Name extends keyof DescribedFacts ? DescribedFacts[Name] : Record<Fact, never>;

export type Heard = { [Name in ReportedEvent]?: (facts: Facts<Name>) => unknown };

export function createReporter(heard: Heard, others: Report = () => {}): Report {
  return (name, ...facts) => {
    const hear = heard[name] as ((facts: unknown) => void) | undefined;
    if (hear === undefined) others(name, ...facts);
    else hear(facts[0] ?? {});
  };
}
