// Tables of events: each module has one, and the root joins them. Their types give each module a port with its exact
// names and facts.

import type { LogArea, LogLevel } from './log-areas.ts';
import type { RepeatLines } from './repeats.ts';

export type Line = readonly [area: LogArea, level: LogLevel, message: string];

/** Ways to count and log an event. */
export interface EventTools {
  count(by?: number): void;
  countOther(name: string, by?: number): void;
  /** Writes the line of the event, or another line with its area and level. */
  write(facts: object, text?: string): void;
  /** Counts the event and writes its line. */
  note(facts: object): void;
  /** Writes the first event with a key, and counts the others. Returns whether the event was the first. */
  repeat<Facts>(key: string, facts: Facts, lines: RepeatLines<Facts>): boolean;
  /**
   * For events that strangers can cause: counts all, writes the first event of a network with its address, and logs
   * only the number of the others.
   */
  flood(key: string, facts: { address: string }, texts: { others?: string; rest: string }): void;
}

/** An event with a line made from its facts. An `error` is described without user input. */
export interface DescribedEvent<Facts> {
  readonly line: Line | null;
  /** False when the event is reported as other events, which are counted instead. */
  readonly isCounted?: boolean;
  tell(tools: EventTools, facts: Facts): void;
}

/** The line of each event in the log, or `null` for an event that is only counted. */
export type EventTable = Readonly<Record<string, Line | null | DescribedEvent<never>>>;

/** Facts that the line shows unchanged: no secret, and no name or address that nobody needs. */
type PlainFacts = Readonly<
  Record<string, string | number | boolean | undefined | readonly string[]>
>;

type FactsOf<Entry> = Entry extends { tell(tools: EventTools, facts: infer Facts): void }
  ? [facts: Facts]
  : [facts?: PlainFacts];

/** The events of one or several tables: each name with its facts. */
export type EventsOf<Table> = Table extends EventTable
  ? {
      [Name in keyof Table]: Table[Name] extends null
        ? never
        : [name: Name, ...facts: FactsOf<Table[Name]>];
    }[keyof Table]
  : never;
