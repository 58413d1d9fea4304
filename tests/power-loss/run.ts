// npm run test:power-loss: opens what power cuts could have left, and shows that it would notice losses.

import { parseArgs } from 'node:util';
import { createRandom } from '../simulation/random.ts';
import { makeRecordings, whyNot } from './record.ts';
import { openStates, type Tally } from './states.ts';

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '6' },
  },
});

const reason = whyNot();
if (reason !== undefined) {
  process.stdout.write(`skipped: ${reason}\n`);
  process.exit(0);
}

const most = Number(values.states);
const recordings = await makeRecordings(Number(values.accounts));
/** The control needs a part of the states only: it has to fail, and fails soon. Nothing of it is ever synced, so each takes long. */
const CONTROL_SHARE = 1 / 2;
const MAX_OF_CONTROL = 2_000;
const controls = { damaged: 0, withLosses: 0 };
let isRight = true;

function show(what: string, { states, damaged, withLosses, examples }: Tally): void {
  process.stdout.write(
    `${what}: ${states} states, ${damaged} damaged, ${withLosses} with losses\n` +
      examples.map((example) => `  ${example}\n`).join(''),
  );
}

let opened = 0;
// The shorter one first: what it has not states enough for is left to the other.
for (const recording of recordings.toReversed()) {
  const { name, records } = recording;
  process.stdout.write(`${name}: ${records.length} records\n`);
  const random = createRandom(Number(values.seed));
  const wanted = recording === recordings[0] ? most - opened : most / 4;
  const honest = openStates(recording, { most: wanted, isHonest: true, random });
  opened += honest.states;
  show('  as synced', honest);
  if (honest.states === 0 || honest.damaged + honest.withLosses > 0) isRight = false;
  const mostOfControl = Math.min(wanted * CONTROL_SHARE, MAX_OF_CONTROL);
  const ignoring = { most: mostOfControl, isHonest: false, random };
  const control = openStates(recording, ignoring);
  show('  control, syncs ignored', { ...control, examples: control.examples.slice(0, 1) });
  controls.damaged += control.damaged;
  controls.withLosses += control.withLosses;
}
process.stdout.write(`together: ${opened} states of what was synced\n`);
if (controls.damaged === 0 || controls.withLosses === 0) {
  process.stdout.write('The control did not fail: this test would not notice losses.\n');
  isRight = false;
}
process.exit(isRight ? 0 : 1);
