// Counts events and writes their log lines. When strangers can flood the log with an event, the log gets only a number.

import { groupOfAddress } from '../lib/address.ts';
import type { EventTable, EventTools, Line } from './event-table.ts';
import { platformEvents } from './events.ts';
import { loggerOf } from './log.ts';
import { createRepeats, type RepeatLines } from './repeats.ts';

const counts = new Map<string, number>();
const lines = new Map<string, Line | null>();
const described = new Map<string, (facts: never) => void>();

/** Adds the events of a module; their counts start at zero. */
export function addEvents(table: EventTable): void {
  for (const [name, entry] of Object.entries(table)) {
    const isDescribed = entry !== null && 'tell' in entry;
    lines.set(name, isDescribed ? entry.line : entry);
    if (!isDescribed || entry.isCounted !== false) counts.set(name, 0);
    if (!isDescribed) continue;
    const tools = toolsFor(name);
    described.set(name, (facts) => entry.tell(tools, facts));
  }
}

function toolsFor(name: string): EventTools {
  let repeats: ReturnType<typeof createRepeats<never>> | undefined;
  const write = (facts: object, text?: string) => writeLine(name, facts, text);
  const repeat: EventTools['repeat'] = (key, facts, linesOf) => {
    repeats ??= createRepeats<never>(linesOf as RepeatLines<never>);
    return repeats.note(key, facts as never);
  };
  return {
    count: (by) => countEvent(name, by),
    countOther: countEvent,
    write,
    note: (facts) => countAndWrite(name, facts),
    repeat,
    flood(key, facts, texts) {
      countEvent(name);
      repeat<{ address: string }>(`${key} ${groupOfAddress(facts.address)}`, facts, {
        first: write,
        others({ address, ...rest }, count) {
          write({ ...rest, addresses: groupOfAddress(address), count }, texts.others);
        },
        rest: (count) => write({ count }, texts.rest),
      });
    },
  };
}

export function countEvent(name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by);
}

/** Reads a count of the named table, or of the platform. */
export function readCounter<Table extends EventTable = typeof platformEvents>(
  name: keyof Table & string,
): number {
  return counts.get(name) ?? 0;
}

export function readCounters(): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The counts of all events whose name begins with `start`, by the rest of the name. */
export function readEndings(start: string): Readonly<Record<string, number>> {
  const found = [...counts].filter(([name]) => name.startsWith(start));
  return Object.fromEntries(found.map(([name, count]) => [name.slice(start.length), count]));
}

/** Writes the line of a counted event, or another line with its area and level. */
export function writeLine(name: string, facts: object, text?: string): void {
  const line = lines.get(name);
  if (!line) return;
  const [area, level, message] = line;
  loggerOf(area)[level](text ?? message, { ...facts });
}

function countAndWrite(name: string, facts: object): void {
  countEvent(name);
  writeLine(name, facts);
}

/** Receives the events of all modules' ports. The tables of events define the facts of each event. */
export function report(name: string, facts: object = {}): void {
  const tell = described.get(name);
  if (tell === undefined) countAndWrite(name, facts);
  else tell(facts as never);
}

addEvents(platformEvents);
