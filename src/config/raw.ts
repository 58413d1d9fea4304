// What the sources of settings (flags, environment, file) have in common: texts that nobody parsed yet.

import type { OptionKey } from './options.ts';

/** Where a value came from. */
export type OriginKind = 'flag' | 'environment' | 'file' | 'default';

/** One value as it was found, before it is parsed. */
export interface RawValue {
  kind: OriginKind;
  /** How messages name the place: `--listen`, `MUSTER_LISTEN`, `muster.toml: listen`. */
  place: string;
  /** One text, or the items of a list. */
  items: readonly string[];
  /** Absolute folder that relative paths count from. */
  folder: string;
}

/** What one source says, and what is wrong with it. */
export interface RawSource {
  values: Partial<Record<OptionKey, RawValue>>;
  problems: string[];
}
