// How many rounds randomised tests run, and from which seed.

/** The runner prints it; a file that runs alone has the same each time. */
const SEED = Number(process.env.MUSTER_TEST_SEED ?? 1);

const isLong = process.env.MUSTER_TEST_ROUNDS === 'long';

/** Parameters of `fc.assert`: a fifth of the rounds in `npm test`, all of them in `npm run test:all`. */
export function rounds(most: number): { numRuns: number; seed: number } {
  return { numRuns: isLong ? most : Math.ceil(most / 5), seed: SEED };
}
