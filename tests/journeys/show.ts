// For npm run weigh: how many files and calls run on each journey, and which files.

import { countJourneys } from './instrument.ts';

for (const [name, { files, calls }] of Object.entries(await countJourneys())) {
  console.log(`${name}: ${files.length} files, ${calls} calls`);
  console.log(`  ${files.join(' ')}`);
}
