// Decides which of several programs keeps the entry of an address and port. Their salts tell them apart.

import { MISSED_HEARTBEAT_MS } from './liveness.ts';

const REMEMBERED_MS = 10 * 60_000;
/** This many other programs may take the entry, once each. After them, a restarted server waits for silence. */
const MAX_RIVALS = 3;
const MAX_FORMER = 4;

interface Contender {
  readonly salt: string;
  lastAt: number;
}

/** The parts of an entry that a contest reads and changes. Times are milliseconds since the Unix epoch. */
export interface Contested {
  /** The salt of the program that holds the entry. */
  salt: string;
  readonly lastBeatAt: number;
  /** Former holders, the holder and rivals, in order of their rights. `undefined` while only one salt was seen. */
  contenders: Contender[] | undefined;
  /** When the holder last sent a heartbeat with the server's key; 0 for never. */
  keyedAt: number;
}

/** Whether the holder uses the server's key. No program without the key can take the entry then. */
export function isHeldByKey({ keyedAt }: Contested, now: number): boolean {
  return now - keyedAt <= MISSED_HEARTBEAT_MS;
}

/**
 * Whether a heartbeat with this salt is refused (C6.24). A new salt is accepted, because a restarted server has one. So
 * is the salt of a program that held the entry before the present holder.
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

/** Gives the entry to this salt. Returns whether the salt held it before: then two programs share a port. */
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
    // The first holder stays, however many salts one program sends.
    all.splice(silent === -1 ? present : silent, 1);
  }
  all.push({ salt, lastAt: now }, ...rivals.slice(0, MAX_RIVALS));
  return false;
}

/** The remembered contenders and the index of the holder. */
function listRemembered({ salt, lastBeatAt, contenders = [] }: Contested, now: number) {
  const all = contenders.filter((one) => one.salt === salt || now - one.lastAt <= REMEMBERED_MS);
  const known = all.findIndex((one) => one.salt === salt);
  const present = known === -1 ? all.length : known;
  all[present] = { salt, lastAt: lastBeatAt };
  return { all, present };
}
