// Tables of events: each module has one, and the root joins them. Their types give each its port, exact by name and facts.

import type { LogArea, LogLevel } from './log-areas.ts';
import type { RepeatLines } from './repeats.ts';

export type Line = readonly [area: LogArea, level: LogLevel, message: string];

/** What tells of an event. */
export interface EventTools {
  count(by?: number): void;
  countOther(name: string, by?: number): void;
  /** Writes the line of the event, or another one of its area and level. */
  write(facts: object, text?: string): void;
  /** Counts it and writes its line. */
  note(facts: object): void;
  /** Writes the first with a key, and the others as a number. Returns whether it was the first. */
  repeat<Facts>(key: string, facts: Facts, lines: RepeatLines<Facts>): boolean;
  /** For what strangers cause: counts it, and writes the first from a network with its address, the others as a number. */
  flood(key: string, facts: { address: string }, texts: { others?: string; rest: string }): void;
}

/** An event whose line is written from its facts; an `error` is described without what somebody typed. */
export interface DescribedEvent<Facts> {
  readonly line: Line | null;
  /** False where it is told as others, which are counted. */
  readonly isCounted?: boolean;
  tell(tools: EventTools, facts: Facts): void;
}

/** The line of each event in the log, or `null` for an event that is only counted. */
export type EventTable = Readonly<Record<string, Line | null | DescribedEvent<never>>>;

/** Facts that the line has as they are: no secret, and no name or address that nobody needs. */
type PlainFacts = Readonly<
  Record<string, string | number | boolean | undefined | readonly string[]>
>;

type FactsOf<Entry> = Entry extends { tell(tools: EventTools, facts: infer Facts): void }
  ? [facts: Facts]
  : [facts?: PlainFacts];

/** The events of one table, or of several: their names, each with its facts. */
export type EventsOf<Table> = Table extends EventTable
  ? {
      [Name in keyof Table]: Table[Name] extends null
        ? never
        : [name: Name, ...facts: FactsOf<Table[Name]>];
    }[keyof Table]
  : never;
