// Formats numbers, plurals, waits and moments in one language with the runtime's Intl.

import { splitDuration, splitWait, type WaitUnit } from '../lib/duration.ts';
import { createLazy } from '../lib/lazy.ts';
import type { Language } from './language.ts';

/** The plural forms of a counted text; `#` stands for the number. A language has the forms of its plural rules. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export interface FormatRules {
  locale: string;
  /** The words for a wait after "in". */
  waits: Readonly<Record<WaitUnit, PluralForms>>;
}

export interface Formats {
  formatCount(count: number): string;
  plural(count: number, forms: PluralForms): string;
  /** A sentence of one number. */
  counted(forms: PluralForms): (count: number) => string;
  /** A share between 0 and 1 in percent, such as `99.2 %`. */
  formatShare(share: number): string;
  /** The words for a wait after "in"; never less than `waitMs`. */
  formatWait(waitMs: number): string;
  /** Orders texts as readers of the language expect: ignores accents and case, and puts `2` before `10`. */
  compareTexts(one: string, other: string): number;
  formatAgo(seconds: number): string;
  /** A day in UTC, such as `21 Nov 2026`. Takes milliseconds since the Unix epoch. */
  formatDay(atMs: number): string;
  /** A moment in UTC to the minute, such as `21 Nov 2026, 16:31`; the caller writes the time zone. */
  formatMoment(atMs: number): string;
  /** A moment to the second, such as `21 Nov 2026, 16:31:05 UTC`. */
  formatMomentExact(atMs: number): string;
  /** A moment in UTC and in words, such as `21 November 2026, 16:31 UTC`. Takes milliseconds since the Unix epoch. */
  formatMomentLong(atMs: number): string;
}

const MAX_KEPT = 500;

/** Caches a format whose result changes every `stepMs`, since tables format the same few moments repeatedly. */
function createKeptFormat(format: () => Intl.DateTimeFormat, stepMs: number, behind = '') {
  const kept = new Map<number, string>();
  return (atMs: number): string => {
    const step = Math.floor(atMs / stepMs);
    const known = kept.get(step);
    if (known !== undefined) return known;
    if (kept.size >= MAX_KEPT) kept.clear();
    const text = format().format(atMs) + behind;
    kept.set(step, text);
    return text;
  };
}

export function createFormats(language: Language, { locale, waits }: FormatRules): Formats {
  const numbers = createLazy(() => new Intl.NumberFormat(locale));
  const shares = createLazy(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
  );
  const rules = createLazy(() => new Intl.PluralRules(language));
  const inUtc = (style: Intl.DateTimeFormatOptions) =>
    createLazy(() => new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }));
  const longDays = inUtc({ dateStyle: 'long' });
  const days = inUtc({ dateStyle: 'medium' });
  const minutes = inUtc({ dateStyle: 'medium', timeStyle: 'short' });
  const seconds = inUtc({ dateStyle: 'medium', timeStyle: 'medium' });

  function plural(count: number, forms: PluralForms): string {
    const form = forms[rules().select(count)] ?? forms.other;
    return form.replace('#', numbers().format(count));
  }

  const ago = createLazy(
    () => new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'always' }),
  );

  const collator = createLazy(
    () => new Intl.Collator(locale, { sensitivity: 'base', numeric: true }),
  );

  return {
    plural,
    counted: (forms) => (count) => plural(count, forms),
    compareTexts: (one, other) => collator().compare(one, other),
    formatCount: (count) => numbers().format(count),
    formatShare: (share) => shares().format(share),
    formatWait(waitMs) {
      const { unit, count } = splitWait(waitMs);
      return plural(count, waits[unit]);
    },
    formatAgo(seconds) {
      const { count, unit } = splitDuration(seconds);
      return ago().format(-count, unit);
    },
    formatDay: (atMs) => days().format(atMs),
    formatMoment: createKeptFormat(minutes, 60_000),
    formatMomentExact: createKeptFormat(seconds, 1_000, ' UTC'),
    formatMomentLong(atMs) {
      const at = new Date(atMs);
      return `${longDays().format(at)}, ${at.toISOString().slice(11, 16)} UTC`;
    },
  };
}
