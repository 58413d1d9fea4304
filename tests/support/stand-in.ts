// Parts of the context of the HTTP layer that tests exchange.

import type { HttpContext } from '../../src/app/context.ts';

// biome-ignore lint/suspicious/noExplicitAny: any function at all, whatever it takes.
type Parts<T> = T extends (...args: any[]) => unknown ? T : { [K in keyof T]?: Parts<T[K]> };

/** For `alterContext`: what is given stands in for what the service has, at any depth. */
export const standIn = (parts: Parts<HttpContext>) => (context: HttpContext) =>
  exchange(context, parts);

function exchange<T>(whole: T, parts: object): T {
  const exchanged = Object.entries(parts).map(([name, part]: [string, unknown]) => {
    const own: unknown = whole[name as keyof T];
    const isDeeper = typeof part === 'object' && part !== null && typeof own === 'object';
    return [name, isDeeper ? exchange(own, part) : part];
  });
  return { ...whole, ...Object.fromEntries(exchanged) };
}
