// Tells how many file descriptors this process has open, and how many it may have.

import { readdirSync, readFileSync } from 'node:fs';

/** File descriptors of this process; the runtime has raised its limit to the hard one at the start. */
export interface Descriptors {
  open: number;
  /** Infinity where there is no limit. */
  allowed: number;
}

/** `undefined` where the system does not tell: on any but Linux, without /proc, and when none is left. */
export function countDescriptors(): Descriptors | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
    if (soft === undefined) return undefined;
    // The list is read through a descriptor of its own.
    const open = readdirSync('/proc/self/fd').length - 1;
    return { open, allowed: soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft) };
  } catch {
    return undefined;
  }
}
