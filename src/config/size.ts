// Parses and writes sizes in bytes such as `64KiB`.

import { refuse } from './values.ts';

const UNITS = { MiB: 1024 * 1024, KiB: 1024, B: 1 } as const;

/** Bytes of a size with its unit (B, KiB or MiB, in any case), within the limits. Throws `invalid`. */
export function parseSize(text: string, limits: { min: number; max: number }): number {
  const match = /^([0-9]{1,9})(b|kib|mib)$/i.exec(text);
  const unit = Object.entries(UNITS).find(
    ([name]) => name.toLowerCase() === match?.[2]?.toLowerCase(),
  );
  if (match === null || unit === undefined) {
    throw refuse(text, 'is not a size: write a whole number with B, KiB or MiB, such as 64KiB.');
  }
  const bytes = Number(match[1]) * unit[1];
  if (bytes >= limits.min && bytes <= limits.max) return bytes;
  throw refuse(
    text,
    `is out of range: ${formatSize(limits.min)} to ${formatSize(limits.max)} is possible.`,
  );
}

/** The shortest text of a size that `parseSize` reads back. */
export function formatSize(bytes: number): string {
  for (const [name, factor] of Object.entries(UNITS)) {
    if (bytes > 0 && bytes % factor === 0) return `${bytes / factor}${name}`;
  }
  return `${bytes}B`;
}
