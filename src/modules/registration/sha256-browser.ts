// SHA-256 in plain code. Browsers have their own only on https pages, and a site may have no certificate.

const ROUND_COUNT = 64;

/** The first 32 bits of the fractional parts of the roots of the first primes: the standard's constants. */
function fractionsOfRoots(count: number, root: (prime: number) => number): number[] {
  const fractions: number[] = [];
  for (let number = 2; fractions.length < count; number += 1) {
    let isPrime = true;
    for (let by = 2; by * by <= number; by += 1) if (number % by === 0) isPrime = false;
    if (isPrime) fractions.push(((root(number) % 1) * 2 ** 32) | 0);
  }
  return fractions;
}

export function createHashStart(): (text: string) => number {
  const roundConstants = Int32Array.from(fractionsOfRoots(ROUND_COUNT, Math.cbrt));
  const initial = Int32Array.from(fractionsOfRoots(8, Math.sqrt));
  const schedule = new Int32Array(ROUND_COUNT);
  const state = new Int32Array(8);

  function compress(): void {
    for (let index = 16; index < ROUND_COUNT; index += 1) {
      const x = schedule[index - 15] ?? 0;
      const y = schedule[index - 2] ?? 0;
      const small = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const large = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      schedule[index] = (schedule[index - 16] ?? 0) + small + (schedule[index - 7] ?? 0) + large;
    }
    let a = state[0] ?? 0;
    let b = state[1] ?? 0;
    let c = state[2] ?? 0;
    let d = state[3] ?? 0;
    let e = state[4] ?? 0;
    let f = state[5] ?? 0;
    let g = state[6] ?? 0;
    let h = state[7] ?? 0;
    for (let index = 0; index < ROUND_COUNT; index += 1) {
      const mixE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const choice = (e & f) ^ (~e & g);
      const first = (h + mixE + choice + (roundConstants[index] ?? 0) + (schedule[index] ?? 0)) | 0;
      const mixA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const majority = (a & b) ^ (a & c) ^ (b & c);
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + mixA + majority) | 0;
    }
    const sums = [a, b, c, d, e, f, g, h];
    for (let index = 0; index < 8; index += 1) {
      state[index] = (state[index] ?? 0) + (sums[index] ?? 0);
    }
  }

  return (text) => {
    state.set(initial);
    const { length } = text;
    const blocks = ((length + 8) >> 6) + 1;
    for (let block = 0; block < blocks; block += 1) {
      schedule.fill(0, 0, 16);
      for (let at = 0; at < 64; at += 1) {
        const position = block * 64 + at;
        const byte = position < length ? text.charCodeAt(position) : position === length ? 128 : 0;
        schedule[at >> 2] = (schedule[at >> 2] ?? 0) | (byte << (24 - (at & 3) * 8));
      }
      if (block === blocks - 1) schedule[15] = length * 8;
      compress();
    }
    return (state[0] ?? 0) >>> 0;
  };
}
