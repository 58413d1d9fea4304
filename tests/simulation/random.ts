// Random choices that are the same for the same seed.

/** A source of choices. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  whole(below: number): number;
  /** True in this share of the calls. */
  chance(share: number): boolean;
  /** One of them; they must not be empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** One of them, each as often as its first field says. */
  weighted<Row extends readonly [number, ...unknown[]]>(rows: readonly Row[]): Row;
  /** Letters and digits. */
  text(length: number): string;
}

const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Makes the source of a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const whole = (below: number): number => Math.floor(fraction() * below);
  return {
    whole,
    chance: (share) => fraction() < share,
    pick(items) {
      const item = items[whole(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    weighted(rows) {
      let left = whole(rows.reduce((sum, [weight]) => sum + weight, 0));
      for (const row of rows) {
        left -= row[0];
        if (left < 0) return row;
      }
      throw new Error('nothing to pick from');
    },
    text: (length) => Array.from({ length }, () => SIGNS.charAt(whole(SIGNS.length))).join(''),
  };
}
