// The ranks of texts among each other, so that thousands of items are sorted by numbers instead of texts.

/** A text and its rank; equal texts share one object. */
export interface RankedText {
  readonly text: string;
  /** Lower for texts that come first. It is right between a call of `update` and the next new text. */
  readonly rank: number;
}

interface Rank extends RankedText {
  rank: number;
}

/** Texts that are ranked by their code units, as `<` compares them. */
export type TextRanks = ReturnType<typeof createTextRanks>;

export function createTextRanks() {
  const known = new Map<string, Rank>();
  let ordered: Rank[] = [];
  let added: Rank[] = [];

  return {
    /** The one object for this text; a new one has no rank until `update` is called. */
    add(text: string): RankedText {
      const before = known.get(text);
      if (before !== undefined) return before;
      const made = { text, rank: -1 };
      known.set(text, made);
      added.push(made);
      return made;
    },
    /** Ranks the texts that were added since the last call among the others; nothing to do without any. */
    update(): void {
      if (added.length === 0) return;
      // Only new texts are compared by more than a few others: most lists bring hardly any.
      ordered = merge(ordered, added.sort(compareTexts));
      added = [];
      for (let index = 0; index < ordered.length; index += 1) (ordered[index] as Rank).rank = index;
    },
    keepOnly(kept: ReadonlySet<RankedText>): void {
      ordered = ordered.filter((one) => kept.has(one));
      added = added.filter((one) => kept.has(one));
      for (const one of known.values()) if (!kept.has(one)) known.delete(one.text);
    },
    get size() {
      return known.size;
    },
  };
}

function merge(some: readonly Rank[], others: readonly Rank[]): Rank[] {
  const merged: Rank[] = [];
  let from = 0;
  for (const other of others) {
    const to = findPlace(some, other, from);
    for (let index = from; index < to; index += 1) merged.push(some[index] as Rank);
    merged.push(other);
    from = to;
  }
  return merged.concat(some.slice(from));
}

/** The index of the first that comes behind `wanted`, from `from` on. */
function findPlace(sorted: readonly Rank[], wanted: Rank, from: number): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareTexts(sorted[middle] as Rank, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareTexts(a: RankedText, b: RankedText): number {
  return a.text < b.text ? -1 : Number(a.text > b.text);
}
