// Alterations of a secret text, for properties that say that no altered one is accepted.

import fc from 'fast-check';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Functions that change a text: one sign replaced, dropped or added, two exchanged, the ends cut. */
export const alterations: fc.Arbitrary<(text: string) => string> = fc
  .tuple(
    fc.nat(200),
    fc.nat(200),
    fc.constantFrom('replace', 'drop', 'add', 'exchange', 'pad', 'cut'),
    fc.constantFrom(...SIGNS, '=', '+', '/', '.', '\0', ' ', '\ud800'),
  )
  .map(([first, second, kind, sign]) => (text: string) => {
    const at = first % text.length;
    const other = second % text.length;
    const units = text.split('');
    if (kind === 'replace') units[at] = sign;
    if (kind === 'drop') units.splice(at, 1);
    if (kind === 'add') units.splice(at, 0, sign);
    if (kind === 'exchange') [units[at], units[other]] = [units[other] ?? '', units[at] ?? ''];
    if (kind === 'pad') units.push(sign);
    if (kind === 'cut') units.length = at;
    return units.join('');
  });
