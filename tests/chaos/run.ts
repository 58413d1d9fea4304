// npm run test:chaos: three replicas to which things happen for ten minutes; the seed that it prints repeats them.

import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 1_000_000)}` },
  },
});

if (Bun.which('nginx') === null) {
  process.stdout.write('skipped: nginx is not installed here\n');
  process.exit(0);
}
process.stdout.write(`seed ${values.seed}\n`);
const { faults, wrong, ...counts } = await runChaos({
  seconds: Number(values.minutes) * 60,
  seed: Number(values.seed),
  log: (line) => process.stdout.write(`${line}\n`),
});
process.stdout.write(`${faults.length} faults: ${JSON.stringify(counts)}\n`);
for (const what of wrong) process.stdout.write(`WRONG: ${what}\n`);
process.exit(wrong.length === 0 ? 0 : 1);
