// The table of options that go away: until which version each still works, and what to write instead.

import { version } from '../lib/version.ts';
import { OPTIONS, type Option, type OptionKey } from './options.ts';

/** One option that goes away, or went. */
export interface RetiredOption {
  /** Its name, as the settings file spells it. */
  readonly key: string;
  /** The first version that refuses it, such as `1.2.0`. Every version before takes it, and warns. */
  readonly removedIn: string;
  /** A sentence for operators: what to write instead, or why nothing needs to be. */
  readonly advice: string;
  /** The option that gets its value until then; absent for one that keeps its row in `OPTIONS` until then. */
  readonly becomes?: OptionKey;
  /** Turns its texts into those of `becomes`. Throws `Failure` of kind `invalid` for what it cannot. */
  readonly convert?: (items: readonly string[]) => readonly string[];
}

/** The options that go away or went, newest first. A row stays for good: old settings files turn up late. */
export const RETIRED_OPTIONS: readonly RetiredOption[] = [];

/** A name under which a setting may be given. */
export interface SettingName {
  readonly key: string;
  /** What the name sets; absent once it is refused. */
  readonly option?: Option;
  /** What people read where the name goes away or went: the end of a sentence about it. */
  readonly retirement?: string;
  readonly convert?: RetiredOption['convert'];
}

function isRemoved({ removedIn }: RetiredOption): boolean {
  return Bun.semver.order(version, removedIn) >= 0;
}

function toName(key: string, option: Option | undefined, retired: RetiredOption): SettingName {
  const { removedIn, advice, convert } = retired;
  if (isRemoved(retired) || option === undefined) {
    return { key, retirement: `this setting was removed in version ${removedIn}. ${advice}` };
  }
  const retirement = `this setting will be removed in version ${removedIn}. ${advice}`;
  return { key, option, retirement, ...(convert === undefined ? {} : { convert }) };
}

/** Every name that this version knows, also those that it refuses; names of today come first. */
export function listSettingNames(retired: readonly RetiredOption[]): SettingName[] {
  const rows = new Map(retired.map((row) => [row.key, row]));
  const present = OPTIONS.map((option) => {
    const row = rows.get(option.key);
    rows.delete(option.key);
    return row === undefined ? { key: option.key, option } : toName(option.key, option, row);
  });
  const former = [...rows.values()].map((row) => {
    const option = OPTIONS.find(({ key }) => key === row.becomes);
    return toName(row.key, option, row);
  });
  return [...present, ...former];
}
