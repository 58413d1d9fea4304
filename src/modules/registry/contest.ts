// Several programs that send heartbeats for one address and port, told apart by their salts: the first keeps the entry.

import { MISSED_HEARTBEAT_MS } from './beat.ts';

const REMEMBERED_MS = 10 * 60_000;
/** So many others may replace the entry, once each. With more of them a restarted server waits for its own silence. */
const MAX_RIVALS = 3;
const MAX_FORMER = 4;

interface Contender {
  readonly salt: string;
  lastAt: number;
}

/** What is read and changed of an entry. Times are milliseconds since the Unix epoch. */
export interface Contested {
  /** Of the program that has the entry. */
  salt: string;
  readonly lastBeatAt: number;
  /** By their rights: those that had the entry before, its holder, its rivals. `undefined` while only one salt was seen. */
  contenders: Contender[] | undefined;
  /** When the program that has the entry last sent a heartbeat with the key of the server; 0 for never. */
  keyedAt: number;
}

/** Whether the program that has the entry sends heartbeats with the key of the server: nobody without it takes the entry. */
export function isHeldByKey({ keyedAt }: Contested, now: number): boolean {
  return now - keyedAt <= MISSED_HEARTBEAT_MS;
}

/**
 * Whether a heartbeat with this salt is refused (C6.24). A new salt is not, since a server that restarts comes
 * with one; nor is that of a program that had the entry before the present one.
 */
export function isOutranked(entry: Contested, salt: string, now: number): boolean {
  if (salt === entry.salt) return false;
  if (now - entry.lastBeatAt > MISSED_HEARTBEAT_MS) return false;
  const { all, present } = listRemembered(entry, now);
  const own = all.findIndex((one) => one.salt === salt);
  const contender = all[own];
  if (contender === undefined) return all.length - 1 - present >= MAX_RIVALS;
  contender.lastAt = now;
  return own > present;
}

/** Returns whether this program had the entry before another took it: then two send heartbeats for one port. */
export function takeEntry(entry: Contested, salt: string, now: number): boolean {
  if (salt === entry.salt) return false;
  const { all, present } = listRemembered(entry, now);
  const own = all.findIndex((one) => one.salt === salt);
  entry.salt = salt;
  entry.keyedAt = 0;
  entry.contenders = all;
  if (own !== -1) return own < present;
  const rivals = all.splice(present + 1);
  if (all.length > MAX_FORMER) {
    const silent = all.findIndex(({ lastAt }) => now - lastAt > MISSED_HEARTBEAT_MS);
    // The first of them stays, however many salts one program sends.
    all.splice(silent === -1 ? present : silent, 1);
  }
  all.push({ salt, lastAt: now }, ...rivals.slice(0, MAX_RIVALS));
  return false;
}

/** Those that are remembered, and the index of the one that has the entry. */
function listRemembered({ salt, lastBeatAt, contenders = [] }: Contested, now: number) {
  const all = contenders.filter((one) => one.salt === salt || now - one.lastAt <= REMEMBERED_MS);
  const known = all.findIndex((one) => one.salt === salt);
  const present = known === -1 ? all.length : known;
  all[present] = { salt, lastAt: lastBeatAt };
  return { all, present };
}
