// The ranks of texts: right after any additions, and after texts were forgotten.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createTextRanks, type RankedText } from '../../src/servers/text-ranks.ts';
import { rounds } from '../support/rounds.ts';

const byRank = (texts: Iterable<RankedText>) =>
  [...texts].sort((a, b) => a.rank - b.rank).map(({ text }) => text);

test('are those of the texts, whatever was added and forgotten before', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f600}', '\uffff') });
  const anyRound = fc.record({ added: fc.array(anyText), kept: fc.option(fc.array(anyText)) });
  fc.assert(
    fc.property(fc.array(anyRound), (rounds) => {
      const ranks = createTextRanks();
      let known = new Map<string, RankedText>();
      for (const { added, kept } of rounds) {
        for (const text of added) {
          const one = ranks.add(text);
          expect(one).toBe(known.get(text) ?? one);
          known.set(text, one);
        }
        if (kept !== null) {
          known = new Map([...known].filter(([text]) => kept.includes(text)));
          ranks.keepOnly(new Set(known.values()));
        }
        ranks.update();
        expect(ranks.size).toBe(known.size);
        // A sort without a comparison is by code units.
        expect(byRank(known.values())).toEqual([...known.keys()].sort());
        expect(new Set([...known.values()].map(({ rank }) => rank)).size).toBe(known.size);
      }
    }),
    rounds(500),
  );
});
