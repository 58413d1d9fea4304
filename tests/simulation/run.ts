// npm run simulate: runs the simulation of a seed, with a fault if one is named, or shows which faults it finds.

import { parseArgs } from 'node:util';
import { FAULTS } from './faults.ts';
import { findFaults } from './find-faults.ts';
import { simulate } from './simulation.ts';

const DEFAULT_STEPS = 10_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: `${DEFAULT_STEPS}` },
    days: { type: 'string' },
    faults: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true, default: [] },
    'with-fault': { type: 'string' },
  },
});
if (values.faults) {
  process.exit((await findFaults(values.fault.map(Number))) ? 0 : 1);
}
const seed = Number(values.seed);
const steps = Number(values.steps);
const days = values.days === undefined ? undefined : Number(values.days);
const hasDays = days === undefined ? '' : ` --days ${days}`;

const {
  failure,
  hash,
  simulatedMs,
  steps: done,
} = await simulate({
  ...{ seed, steps, days, fault: FAULTS[Number(values['with-fault']) - 1] },
});
const hours = (simulatedMs / 3_600_000).toFixed(1);
process.stdout.write(`seed ${seed}: ${done} steps, ${hours} simulated hours, trace ${hash}\n`);
if (failure !== undefined) {
  process.stdout.write(
    `step ${failure.step}: ${failure.sentence}\n` +
      `the last of the trace:\n  ${failure.trace.join('\n  ')}\n` +
      `replay: npm run simulate -- --seed ${seed} --steps ${steps}${hasDays}\n`,
  );
  process.exit(1);
}
