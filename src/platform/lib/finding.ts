// The result of a check, by `muster doctor` or the running service, in every language, because a page may show it
// later.

import { inLanguage, LANGUAGES, type Language } from '../messages/language.ts';

/**
 * `warning`: it works, but could be better or may soon fail; `degraded` in `/readyz`. `skipped`: nothing was checked.
 */
export type FindingStatus = 'ok' | 'warning' | 'failed' | 'skipped';

export interface Finding {
  check: string;
  status: FindingStatus;
  message: string;
  advice: string;
}

/** The same findings in each language. */
export type Findings = Readonly<Record<Language, readonly Finding[]>>;

export interface Examination {
  findings: Findings;
  at: number;
}

/** A text that is the same in every language, or one of `doctorFindings` in the language of the moment. */
export type Text = string | (() => string);

export interface Trouble {
  status: Exclude<FindingStatus, 'ok'>;
  text: Text;
  /** Every start has this trouble for a moment: `/readyz` shows it, and the log does not report it as a failure. */
  isStarting?: boolean;
}

/** The result of a check: only the text when everything is in order. */
export type Found = Text | Trouble;

/** Everything is in order, and needs no text. */
export const WELL: Found = '';

const trouble =
  (status: Trouble['status']) =>
  (text: Text): Trouble => ({ status, text });

export const failed = trouble('failed');
export const warning = trouble('warning');
export const skipped = trouble('skipped');

/** Several problems as one, with the worst status; `WELL` without any. */
export function combine(troubles: readonly Trouble[]): Found {
  if (troubles.length === 0) return WELL;
  const worst = troubles.some(({ status }) => status === 'failed') ? failed : warning;
  return worst(() => troubles.map((it) => tell(it).message).join(' '));
}

/** The finding in the language of the moment. */
export function tell(found: Found): Omit<Finding, 'check'> {
  const isTrouble = typeof found === 'object';
  const text = isTrouble ? found.text : found;
  const [message = '', advice = ''] = (typeof text === 'string' ? text : text()).split('\n→ ');
  return { status: isTrouble ? found.status : 'ok', message, advice };
}

export function tellEverywhere(all: readonly { check: string; found: Found }[]): Findings {
  const tellAll = () => all.map(({ check, found }) => ({ check, ...tell(found) }));
  const told = LANGUAGES.map((language) => [language, inLanguage(language, tellAll)] as const);
  return Object.fromEntries(told) as Record<Language, Finding[]>;
}
