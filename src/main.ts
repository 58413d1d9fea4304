// Where the process begins: the command line's words go in, its exit code comes out.

import { run } from './cli/run.ts';

// The process ends by itself once nothing is left to do, so that all output is written.
process.exitCode = await run(process.argv.slice(2));
