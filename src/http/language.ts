// In which language a page is: by the cookie of the switch, otherwise by what the browser asks for.

import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../messages/language.ts';
import { readLanguageValue } from './cookies.ts';

/** Longest header that is looked at; those of browsers are shorter. */
const LONGEST_HEADER = 512;

/** The language for a request's answer: the one that was switched to, or the best of those accepted. */
export function chooseLanguage(headers: Headers): Language {
  const chosen = readLanguageValue(headers.get('cookie'));
  if (isLanguage(chosen)) return chosen;
  return findAccepted(headers.get('accept-language') ?? '') ?? DEFAULT_LANGUAGE;
}

/** The accepted language with the greatest weight, the first of equals; `undefined` where none is ours. */
function findAccepted(header: string): Language | undefined {
  let best: { language: Language; weight: number } | undefined;
  for (const item of header.slice(0, LONGEST_HEADER).split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const [language = ''] = range.split('-');
    const weight = readWeight(parameters);
    if (isLanguage(language) && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

/** Between 0 and 1; 0 for what cannot be read. */
function readWeight(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (text === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
