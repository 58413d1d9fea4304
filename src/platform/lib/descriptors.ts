// Counts the open file descriptors of this process, and reads their limit.

import { readdirSync, readFileSync } from 'node:fs';

/** File descriptors of this process. At the start the runtime raises the soft limit to the hard one. */
export interface Descriptors {
  open: number;
  allowed: number;
}

/** `undefined` when the system does not say: not on Linux, without /proc, and when no descriptor is left. */
export function countDescriptors(): Descriptors | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
    if (soft === undefined) return undefined;
    // Reading the list needs a descriptor itself.
    const open = readdirSync('/proc/self/fd').length - 1;
    return { open, allowed: soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft) };
  } catch {
    return undefined;
  }
}
