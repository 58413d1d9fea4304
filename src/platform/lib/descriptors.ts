// Counts the open file descriptors of this process, and reads their limit.

import { readdirSync, readFileSync } from 'node:fs';

/** File descriptors of this process. The runtime raises the soft limit to the hard limit at its start. */
export interface Descriptors {
  open: number;
  allowed: number;
}

/** `undefined` when the system does not tell: not on Linux, without /proc, or with no free descriptor. */
export function countDescriptors(): Descriptors | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
    if (soft === undefined) return undefined;
    // Reading the list takes up a descriptor itself.
    const open = readdirSync('/proc/self/fd').length - 1;
    return { open, allowed: soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft) };
  } catch {
    return undefined;
  }
}
