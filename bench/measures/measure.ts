// What every group of measures gets, and gives back.

import type { BenchOptions } from '../harness/options.ts';
import type { Row } from '../harness/table.ts';
import type { Workplace } from '../harness/workplace.ts';

/** Where a group works, and at what pace. */
export interface MeasureContext extends Pick<BenchOptions, 'binary' | 'pace'> {
  workplace: Workplace;
  /** Tells a person what is being measured now. */
  say(line: string): void;
}

/** Runs one group. Throws when something could not be measured; a missed target is a row like others. */
export type Measure = (context: MeasureContext) => Promise<Row[]>;
