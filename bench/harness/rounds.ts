// Puts several sides under load in turn, A B A B, so that a change of the machine's mood meets all.

import { type LoadPlan, type LoadResult, runLoad } from './load.ts';
import type { Pace } from './options.ts';
import type { Workplace } from './workplace.ts';

/** A plan, one for each round, or none for a side that is not there. */
export type SidePlan = LoadPlan | ((round: number) => LoadPlan) | false;

/** What each side did, round by round; nothing for one that is not there. */
export type Sides<Name extends string> = Record<Name, LoadResult[]>;

/** Warms every side up, as round 0, then gives each its turn in every round. */
export async function alternate<Name extends string>(
  workplace: Workplace,
  pace: Pick<Pace, 'rounds' | 'roundSeconds' | 'warmUpSeconds'> & { settleMs?: number },
  plans: Record<Name, SidePlan>,
): Promise<Sides<Name>> {
  const names = Object.keys(plans) as Name[];
  const sides = Object.fromEntries(names.map((name) => [name, [] as LoadResult[]])) as Sides<Name>;
  for (let round = 0; round <= pace.rounds; round += 1) {
    for (const name of names) {
      const given: SidePlan = plans[name];
      const plan = typeof given === 'function' ? given(round) : given;
      if (plan === false) continue;
      await Bun.sleep(pace.settleMs ?? 0);
      const seconds = round === 0 ? pace.warmUpSeconds : pace.roundSeconds;
      if (seconds === 0) continue;
      const result = await runLoad(workplace, plan, seconds);
      if (round > 0) sides[name].push(result);
    }
  }
  return sides;
}
